package check

// A Plan says what an accepted read or write costs.
type Plan struct {
	Read *Read
}

func (q *query) plan() *Plan                       { return &Plan{} }
func (m *modification) plan() *Plan                { return &Plan{} }
func batchPlan(b *batch, ms []*modification) *Plan { return &Plan{} }
