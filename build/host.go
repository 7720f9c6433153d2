package build

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// A Host is a place where the site may stand, and what it needs there besides the
// files: headers, compressed files, pages for addresses that are none. Files whose
// names begin with _ are for the host, and no visitor gets them.
type Host struct {
	Name, Title string
	Packs       bool // it sends the .br and .gz that lie beside a file
	Worker      bool // it runs the program for the edge: see WithWorker
	Recipe      string
	files       func(*Site) map[string]string
}

// Hosts are those that a build knows.
var Hosts = []Host{
	{Name: "nginx", Title: "nginx", Packs: true, files: nginxFiles, Recipe: `Put the folder where root in _nginx.conf says, and include that file:
  include /var/www/partitionlab/_nginx.conf;
For Brotli install libnginx-mod-http-brotli-static and take the # before brotli_static away.`},
	{Name: "caddy", Title: "Caddy", Packs: true, files: caddyFiles, Recipe: `Put the folder where root in _Caddyfile says, and import that file:
  import /var/www/partitionlab/_Caddyfile`},
	{Name: "apache", Title: "Apache", Packs: true, files: apacheFiles, Recipe: `Put the folder below the server's, and allow what is in .htaccess:
  a2enmod headers rewrite expires
  AllowOverride All`},
	{Name: "github", Title: "GitHub Pages", files: githubFiles, Recipe: `Push the folder to the branch that Pages shows, or have this workflow build it:
  _github-pages.yml, as .github/workflows/pages.yml in the repository.
GitHub sends headers of its own only: the policy stands in each page instead.`},
	{Name: "gitlab", Title: "GitLab Pages", Packs: true, files: gitlabFiles, Recipe: `Put _gitlab-ci.yml as .gitlab-ci.yml into the repository. GitLab sends headers of its own only:
the policy stands in each page instead.`},
	{Name: "s3", Title: "S3 and CloudFront", files: s3Files, Recipe: `sh _s3.sh BUCKET sends the files with their headers (it needs the aws command);
_cloudfront.json is a CloudFormation template for what stands before the bucket.`},
	{Name: "netlify", Title: "Netlify", files: netlifyFiles, Recipe: `Publish the folder: _headers and _redirects in it are what Netlify reads.`},
	{Name: "pages", Title: "Cloudflare Pages", files: func(*Site) map[string]string { return nil }, Recipe: `npx wrangler pages deploy FOLDER: _headers and _redirects in it are what Pages reads.`},
	{Name: "cloudflare", Title: "Cloudflare Workers", Worker: true, files: func(*Site) map[string]string { return nil }, Recipe: `In the folder: npx wrangler deploy.
The site is static assets; a Worker answers pictures, previews, oEmbed and the API.`},
}

// HostNames lists them for a help text.
func HostNames() string {
	var names []string
	for _, h := range Hosts {
		names = append(names, h.Name)
	}
	return strings.Join(names, ", ")
}

// HostByName finds a host, or nil.
func HostByName(name string) *Host {
	for i := range Hosts {
		if Hosts[i].Name == name {
			return &Hosts[i]
		}
	}
	return nil
}

// ForHost adds to the site what a host needs.
func (s *Site) ForHost(h *Host) {
	for name, text := range h.files(s) {
		s.Files[name] = []byte(text)
	}
}

// A zone is a part of the site with headers of its own: all below a path.
type zone struct {
	path    string // from the host's root: "/lab/assets/"
	headers map[string]string
}

// zones are the parts of the site, the whole of it first.
func (s *Site) zones() (list []zone) {
	for _, r := range headerRules(origin(s.Base)) {
		part := strings.TrimSuffix(r.path, "*")
		list = append(list, zone{s.Base.Path + part, headersOf(part, origin(s.Base))})
	}
	return list
}

// kinds are the types of files that hosts may not know.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".wasm": "application/wasm",
	".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".xml": "application/xml", ".txt": "text/plain; charset=utf-8",
	".ttf": "font/ttf", ".webmanifest": "application/manifest+json",
}

const generated = "# Made by `partitionlab build -for %s`; the next build writes it again.\n"

func nginxFiles(s *Site) map[string]string {
	var b strings.Builder
	name := s.Base.Host
	if name == "" {
		name = "_"
	}
	fmt.Fprintf(&b, generated, "nginx")
	fmt.Fprintf(&b, "server {\n\tlisten 80;\n\tserver_name %s;\n\troot /var/www/partitionlab;%s\n\tindex index.html;\n\tabsolute_redirect off;\n\tcharset utf-8;\n", name, below(s.Base))
	b.WriteString("\tgzip_static on;\n\tgzip_vary on;\n\t# brotli_static on;\n\n\ttypes {\n")
	for _, ending := range slices.Sorted(maps.Keys(kinds)) {
		kind, _, _ := strings.Cut(kinds[ending], ";")
		fmt.Fprintf(&b, "\t\t%s %s;\n", kind, ending[1:])
	}
	b.WriteString("\t}\n\tcharset_types text/html text/css text/javascript text/plain;\n\n")
	fmt.Fprintf(&b, "\terror_page 404 %s404.html;\n\tlocation ~ /(_|\\.(?!well-known/)) { return 404; }\n", s.Base.Path)
	for _, m := range s.Moved {
		fmt.Fprintf(&b, "\tlocation = %s%s { return 301 %s%s$is_args$args; }\n", s.Base.Path, m[0], s.Base.Path, m[1])
	}
	for i, p := range s.zones() {
		// A location with headers takes none from around it, so each names all.
		fmt.Fprintf(&b, "\n\tlocation %s {\n", p.path)
		for _, name := range slices.Sorted(maps.Keys(p.headers)) {
			fmt.Fprintf(&b, "\t\tadd_header %s \"%s\" always;\n", name, p.headers[name])
		}
		if i > 0 {
			b.WriteString("\t\ttry_files $uri $uri/ =404;\n")
		}
		b.WriteString("\t}\n")
	}
	b.WriteString("}\n")
	return map[string]string{"_nginx.conf": b.String()}
}

// below reminds whoever sets a server up that the path is a folder there.
func below(base *url.URL) string {
	if base.Path == "/" {
		return ""
	}
	return " # the site lies in " + strings.Trim(base.Path, "/") + " below it"
}

func caddyFiles(s *Site) map[string]string {
	var b strings.Builder
	name := s.Base.Host
	switch {
	case name == "":
		name = ":80"
	case s.Base.Scheme == "http": // Caddy makes any other name one with https
		name = "http://" + name
	}
	fmt.Fprintf(&b, generated, "caddy")
	fmt.Fprintf(&b, "%s {\n\troot * /var/www/partitionlab%s\n", name, below(s.Base))
	// Each part names all its headers, and the rest is no part: Caddy has an order of its own.
	var parts []string
	for _, p := range s.zones()[1:] {
		parts = append(parts, p.path+"*")
	}
	for i, p := range s.zones() {
		if i == 0 {
			fmt.Fprintf(&b, "\t@part0 not path %s\n", strings.Join(parts, " "))
		} else {
			fmt.Fprintf(&b, "\t@part%d path %s\n", i, parts[i-1])
		}
		fmt.Fprintf(&b, "\theader @part%d {\n", i)
		for _, name := range slices.Sorted(maps.Keys(p.headers)) {
			fmt.Fprintf(&b, "\t\t%s %q\n", name, p.headers[name])
		}
		b.WriteString("\t}\n")
	}
	for _, m := range s.Moved {
		fmt.Fprintf(&b, "\tredir %s%s %s%s?{query} 301\n", s.Base.Path, m[0], s.Base.Path, m[1])
	}
	b.WriteString("\t@hidden path_regexp /[_.]\n\terror @hidden 404\n")
	b.WriteString("\tfile_server {\n\t\tprecompressed br gzip\n\t}\n")
	fmt.Fprintf(&b, "\thandle_errors {\n\t\trewrite * %s404.html\n\t\tfile_server\n\t}\n}\n", s.Base.Path)
	return map[string]string{"_Caddyfile": b.String()}
}

func apacheFiles(s *Site) map[string]string {
	var b strings.Builder
	fmt.Fprintf(&b, generated, "apache")
	b.WriteString("DirectoryIndex index.html\nOptions -Indexes -MultiViews\n")
	fmt.Fprintf(&b, "ErrorDocument 404 %s404.html\n\n", s.Base.Path)
	for _, ending := range slices.Sorted(maps.Keys(kinds)) {
		kind, charset, _ := strings.Cut(kinds[ending], "; charset=")
		fmt.Fprintf(&b, "AddType %s %s\n", kind, ending)
		if charset != "" {
			fmt.Fprintf(&b, "AddCharset %s %s\n", charset, ending)
		}
	}
	b.WriteString("\n<IfModule mod_headers.c>\n")
	first := map[string]string{}
	for i, p := range s.zones() {
		if i == 0 {
			first = p.headers
			for _, name := range slices.Sorted(maps.Keys(p.headers)) {
				fmt.Fprintf(&b, "Header always set %s \"%s\"\n", name, p.headers[name])
			}
			continue
		}
		fmt.Fprintf(&b, "<If \"%%{REQUEST_URI} =~ m#^%s#\">\n", p.path)
		for _, name := range slices.Sorted(maps.Keys(p.headers)) {
			if p.headers[name] != first[name] {
				fmt.Fprintf(&b, "\tHeader always set %s \"%s\"\n", name, p.headers[name])
			}
		}
		b.WriteString("</If>\n")
	}
	b.WriteString("</IfModule>\n\nRewriteEngine On\n")
	b.WriteString("RewriteRule (^|/)(_|\\.(?!well-known/)) - [R=404,L]\n")
	for _, m := range s.Moved {
		fmt.Fprintf(&b, "RewriteRule ^%s$ %s%s [R=301,L]\n", m[0], s.Base.Path, m[1])
	}
	b.WriteString("\n# The compressed file beside a file, where the browser takes it.\n")
	for _, packed := range [][2]string{{"br", "br"}, {"gzip", "gz"}} {
		for _, ending := range packable {
			kind, _, _ := strings.Cut(kinds[ending], ";")
			fmt.Fprintf(&b, "RewriteCond %%{HTTP:Accept-Encoding} \\b%s\\b\nRewriteCond %%{REQUEST_FILENAME}.%s -f\nRewriteRule ^(.*\\%s)$ $1.%s [T=%s,E=PACKED:%s,L]\n", packed[0], packed[1], ending, packed[1], kind, packed[0])
		}
	}
	b.WriteString(`<FilesMatch "\.(br|gz)$">
	RemoveLanguage .br
	RemoveType .gz
	RemoveEncoding .br .gz
	SetEnv no-gzip 1
	SetEnv no-brotli 1
	Header set Content-Encoding %{PACKED}e env=PACKED
	Header set Content-Encoding %{REDIRECT_PACKED}e env=REDIRECT_PACKED
	Header merge Vary Accept-Encoding
</FilesMatch>
<FilesMatch "\.(html|css|js|json|svg|xml|txt|wasm|ttf|webmanifest)$">
	Header merge Vary Accept-Encoding
</FilesMatch>
`)
	return map[string]string{".htaccess": b.String()}
}

func githubFiles(s *Site) map[string]string {
	return map[string]string{".nojekyll": "", "_github-pages.yml": fmt.Sprintf(generated, "github") + `name: pages
on:
  push:
    branches: [main]
permissions:
  contents: read
  pages: write
  id-token: write
jobs:
  pages:
    runs-on: ubuntu-latest
    environment: github-pages
    steps:
      - uses: actions/checkout@v4
        with: { fetch-depth: 0 }
      - uses: actions/setup-go@v5
        with: { go-version-file: go.mod }
      - run: go run ./build/partitionlab build -for github -base ` + s.Base.String() + ` -out dist/site
      - uses: actions/upload-pages-artifact@v3
        with: { path: dist/site }
      - uses: actions/deploy-pages@v4
`}
}

func gitlabFiles(s *Site) map[string]string {
	return map[string]string{"_gitlab-ci.yml": fmt.Sprintf(generated, "gitlab") + `pages:
  image: golang:1.26
  variables: { GIT_DEPTH: 0 }
  script:
    - go run ./build/partitionlab build -for gitlab -base ` + s.Base.String() + ` -out public
  artifacts:
    paths: [public]
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`}
}

func netlifyFiles(s *Site) map[string]string {
	return map[string]string{"netlify.toml": fmt.Sprintf(generated, "netlify") + `[build]
  publish = "."
[build.processing]
  skip_processing = true
`}
}

// s3Files sends each kind of file with its headers: S3 keeps what it is told.
func s3Files(s *Site) map[string]string {
	var b strings.Builder
	b.WriteString("#!/bin/sh\n" + fmt.Sprintf(generated, "s3") + `# sh _s3.sh BUCKET sends the site to s3://BUCKET: what pages load first, then pages.
set -eu
cd "$(dirname "$0")"
to="s3://${1:?name a bucket}` + s.Base.Path + `"
send() { # cache, type, filters
	cache=$1 kind=$2
	shift 2
	aws s3 cp . "$to" --recursive --exclude '*' "$@" --exclude '_*' --exclude '.*' --content-type "$kind" --cache-control "$cache"
}
`)
	for _, ending := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(&b, "send '%s' '%s' --include 'assets/*%s'\n", headersOf("assets/", "")["Cache-Control"], kinds[ending], ending)
	}
	for _, ending := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(&b, "send '%s' '%s' --include '*%s' --exclude 'assets/*'\n", headersOf("", "")["Cache-Control"], kinds[ending], ending)
	}
	headers := []map[string]any{}
	for name, value := range s.zones()[0].headers {
		switch name {
		case "Cache-Control", "Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy":
		default:
			headers = append(headers, map[string]any{"Header": name, "Value": value, "Override": true})
		}
	}
	policyOf := func(p zone) map[string]any {
		custom := slices.Clone(headers)
		for _, name := range slices.Sorted(maps.Keys(p.headers)) {
			if s.zones()[0].headers[name] == "" {
				custom = append(custom, map[string]any{"Header": name, "Value": p.headers[name], "Override": true})
			}
		}
		return map[string]any{"Type": "AWS::CloudFront::ResponseHeadersPolicy", "Properties": map[string]any{"ResponseHeadersPolicyConfig": map[string]any{
			"Name":                map[string]any{"Fn::Sub": "${AWS::StackName}-" + strings.Trim(strings.ReplaceAll(strings.TrimPrefix(p.path, s.Base.Path), "/", ""), "-") + "headers"},
			"CustomHeadersConfig": map[string]any{"Items": custom},
			"SecurityHeadersConfig": map[string]any{
				"ContentSecurityPolicy": map[string]any{"ContentSecurityPolicy": p.headers["Content-Security-Policy"], "Override": true},
				"ContentTypeOptions":    map[string]any{"Override": true},
				"ReferrerPolicy":        map[string]any{"ReferrerPolicy": p.headers["Referrer-Policy"], "Override": true},
			}}}}
	}
	resources := map[string]any{
		"Bucket":        map[string]any{"Type": "AWS::S3::Bucket"},
		"AccessControl": map[string]any{"Type": "AWS::CloudFront::OriginAccessControl", "Properties": map[string]any{"OriginAccessControlConfig": map[string]any{"Name": map[string]any{"Ref": "AWS::StackName"}, "OriginAccessControlOriginType": "s3", "SigningBehavior": "always", "SigningProtocol": "sigv4"}}},
		"BucketPolicy": map[string]any{"Type": "AWS::S3::BucketPolicy", "Properties": map[string]any{"Bucket": map[string]any{"Ref": "Bucket"}, "PolicyDocument": map[string]any{"Statement": []any{map[string]any{
			"Effect": "Allow", "Principal": map[string]any{"Service": "cloudfront.amazonaws.com"}, "Action": "s3:GetObject", "Resource": map[string]any{"Fn::Sub": "${Bucket.Arn}/*"},
			"Condition": map[string]any{"StringEquals": map[string]any{"AWS:SourceArn": map[string]any{"Fn::Sub": "arn:aws:cloudfront::${AWS::AccountId}:distribution/${Distribution}"}}}}}}}},
		// S3 behind CloudFront knows no folders' pages.
		"Folders": map[string]any{"Type": "AWS::CloudFront::Function", "Properties": map[string]any{"Name": map[string]any{"Fn::Sub": "${AWS::StackName}-folders"}, "AutoPublish": true,
			"FunctionConfig": map[string]any{"Comment": "the page of a folder", "Runtime": "cloudfront-js-2.0"},
			"FunctionCode":   "function handler(event) { var r = event.request; if (r.uri.endsWith('/')) r.uri += 'index.html'; else if (!r.uri.split('/').pop().includes('.')) return { statusCode: 301, headers: { location: { value: r.uri + '/' } } }; return r; }"}},
	}
	behavior := func(policy string) map[string]any {
		return map[string]any{"TargetOriginId": "site", "ViewerProtocolPolicy": "redirect-to-https", "Compress": true, "CachePolicyId": "658327ea-f89d-4fab-a63d-7e88639e58f6",
			"ResponseHeadersPolicyId": map[string]any{"Ref": policy}, "FunctionAssociations": []any{map[string]any{"EventType": "viewer-request", "FunctionARN": map[string]any{"Fn::GetAtt": []string{"Folders", "FunctionMetadata.FunctionARN"}}}}}
	}
	others := []any{}
	for i, p := range s.zones() {
		name := fmt.Sprint("Headers", i)
		resources[name] = policyOf(p)
		if i > 0 {
			part := behavior(name)
			part["PathPattern"] = p.path + "*"
			others = append(others, part)
		}
	}
	resources["Distribution"] = map[string]any{"Type": "AWS::CloudFront::Distribution", "Properties": map[string]any{"DistributionConfig": map[string]any{
		"Enabled": true, "HttpVersion": "http2and3", "DefaultCacheBehavior": behavior("Headers0"), "CacheBehaviors": others,
		"Origins":              []any{map[string]any{"Id": "site", "DomainName": map[string]any{"Fn::GetAtt": []string{"Bucket", "RegionalDomainName"}}, "S3OriginConfig": map[string]any{}, "OriginAccessControlId": map[string]any{"Ref": "AccessControl"}}},
		"CustomErrorResponses": []any{map[string]any{"ErrorCode": 403, "ResponseCode": 404, "ResponsePagePath": s.Base.Path + "404.html"}},
	}}}
	template, _ := json.MarshalIndent(map[string]any{"AWSTemplateFormatVersion": "2010-09-09", "Description": "Partition Lab: a bucket, and CloudFront before it", "Resources": resources,
		"Outputs": map[string]any{"Bucket": map[string]any{"Value": map[string]any{"Ref": "Bucket"}}, "Address": map[string]any{"Value": map[string]any{"Fn::GetAtt": []string{"Distribution", "DomainName"}}}}}, "", "  ")
	return map[string]string{"_s3.sh": b.String(), "_cloudfront.json": string(template) + "\n"}
}
