package figure

// TextRoom is the room that the i-th shape, a text, takes at most: left, top, right, bottom.
func TextRoom(d *Drawing, i int) (x0, y0, x1, y1 float64) {
	b := d.box(d.Shapes[i])
	return b.x0, b.y0, b.x1, b.y1
}
