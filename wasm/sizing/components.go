package sizing

// components are the files beside Data.db.
func components(p *point) Components { return Components{} }
