package lsp

import (
	"fmt"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"partitionlab/build/finding"
	"partitionlab/wasm/diag"
)

// maxDiagnostics is how many diagnostics of a file a client gets: nobody reads more, and
// an editor may not bear them.
const maxDiagnostics = 1000

var severities = map[diag.Severity]protocol.DiagnosticSeverity{
	diag.Refused:   protocol.DiagnosticSeverityError,
	diag.Warning:   protocol.DiagnosticSeverityWarning,
	diag.NotJudged: protocol.DiagnosticSeverityWarning,
	diag.Advice:    protocol.DiagnosticSeverityInformation,
	diag.Note:      protocol.DiagnosticSeverityHint,
}

// diagnostics are the findings of a file as the protocol has them.
func (v *snapshot) diagnostics(file string, related bool) []protocol.Diagnostic {
	findings := v.findings[file]
	var out []protocol.Diagnostic
	for i := range findings {
		f := &findings[i]
		r := v.ruler(f.Source)
		if i == maxDiagnostics {
			out = append(out, protocol.Diagnostic{Range: r.shown(f.Span), Severity: protocol.DiagnosticSeverityInformation, Source: protocol.NewOptional("partitionlab"),
				Message: protocol.String(fmt.Sprintf("%d more findings in this file: `partitionlab check` prints all", len(findings)-i))})
			break
		}
		out = append(out, v.diagnostic(f, related))
	}
	return out
}

func (v *snapshot) diagnostic(f *finding.Finding, related bool) protocol.Diagnostic {
	r := v.ruler(f.Source)
	d := protocol.Diagnostic{
		Range: r.shown(f.Span), Severity: severities[f.Severity],
		Source: protocol.NewOptional("partitionlab"), Message: protocol.String(words(f)),
	}
	if f.Rule != "" {
		d.Code = protocol.String(f.Rule)
	}
	if link := v.report.Link(f.Rule); link != "" {
		if u, err := uri.Parse(link); err == nil {
			d.CodeDescription.Href = u
		}
	}
	if related {
		for _, other := range f.Related {
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: v.address(key(f.Source.Name)), Range: r.shown(other.Span)}, Message: other.Text})
		}
	}
	return d
}

// words are what there is to say of a finding, a line each.
func words(f *finding.Finding) string {
	lines := []string{f.Message}
	for _, line := range []string{f.Hint, f.Why, f.Instead} {
		if line != "" && line != f.Message {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
