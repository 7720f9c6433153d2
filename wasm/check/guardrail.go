package check

// Guardrails stop or warn ordinary users, never a superuser.
// Source: org.apache.cassandra.db.guardrails.

import (
	"strconv"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// Threshold is a guardrail with a limit that warns and one that fails. The messages
// get the limit.
func (ctx *Context) Threshold(v *Verdict, name string, value int, warnAt, failAt Setting, place diag.Span, warning, failure func(limit string) string) *diag.Diagnostic {
	if !ctx.Settings.Ordinary() {
		return nil
	}
	if limit := ctx.Settings.Number(failAt); limit > 0 && int64(value) > limit {
		d := rule.GR01.Invalid(place, "Guardrail % violated: %", name, failure(strconv.FormatInt(limit, 10)))
		return d.Say("The operator's cassandra.yaml sets this limit: " + ctx.Settings.Name(failAt) + " = " + strconv.FormatInt(limit, 10) + ".")
	}
	if limit := ctx.Settings.Number(warnAt); limit > 0 && int64(value) > limit {
		v.Diags = append(v.Diags, rule.GuardrailWarns.Warn(place, "Guardrail "+name+" violated: "+warning(strconv.FormatInt(limit, 10))))
	}
	return nil
}

// Allowed is a guardrail that switches a feature off; reason ends its message.
func (ctx *Context) Allowed(key Setting, name, feature, reason string, place diag.Span) *diag.Diagnostic {
	if !ctx.Settings.Ordinary() || ctx.Settings.On(key) {
		return nil
	}
	d := rule.GR01.Invalid(place, "Guardrail % violated: % is not allowed%", name, feature, reason)
	return d.Say("The operator's cassandra.yaml switches this off: " + ctx.Settings.Name(key) + " = false.")
}
