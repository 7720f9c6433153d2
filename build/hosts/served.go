package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// Hosts that are servers: each is a copy in the workplace, with a database of its own.

// php serves a folder with PHP's own server.
func (w *workplace) php(below string, at int) error {
	return w.start(below, fmt.Sprintf("http://localhost:%d/", at), []string{"PHP_CLI_SERVER_WORKERS=4"}, "php", "-S", fmt.Sprintf("localhost:%d", at))
}

func mediawiki(w *workplace, r recipe) (string, error) {
	at := port()
	for _, step := range [][]string{
		{"mkdir", "data", "wiki"},
		{"sh", "-c", "tar -C /usr/share/mediawiki --exclude=./LocalSettings.php -chf - . | tar -C wiki -xf -"}, // the links to files elsewhere become files
		{"php", "wiki/maintenance/install.php", "--dbtype", "sqlite", "--dbpath", filepath.Join(w.dir, "data"), "--server", fmt.Sprintf("http://localhost:%d", at), "--scriptpath", "", "--pass", "a-long-passphrase", "Our wiki", "Admin"},
	} {
		if _, err := w.run("", "", step[0], step[1:]...); err != nil {
			return "", err
		}
	}
	if _, err := w.run("wiki", r.Once+"\n", "sh", "-c", "cat >> LocalSettings.php"); err != nil {
		return "", err
	}
	text := "How big do ''our'' partitions get?\n\n" + r.Paste + "\n\nAnd so on.\n"
	if _, err := w.run("wiki", text, "php", "maintenance/edit.php", "-u", "Admin", "Partitions"); err != nil {
		return "", err
	}
	if err := w.php("wiki", at); err != nil {
		return "", err
	}
	return fmt.Sprintf("http://localhost:%d/index.php?title=Partitions", at), nil
}

func dokuwiki(w *workplace, r recipe) (string, error) {
	at := port()
	for _, step := range [][]string{
		{"cp", "-rL", "/usr/share/dokuwiki", "wiki"},
		{"rm", "-rf", "wiki/conf", "wiki/inc/preload.php"}, // Debian's, which lead out of the copy
		{"sh", "-c", "mkdir -p wiki/conf && cp /etc/dokuwiki/*.conf /etc/dokuwiki/*.php /etc/dokuwiki/*.json wiki/conf/ 2>/dev/null; rm -f wiki/conf/*.auth.php; true"},
		{"sh", "-c", "for d in attic cache index locks log media media_attic media_meta meta pages tmp; do mkdir -p data/$d; done"},
	} {
		if _, err := w.run("", "", step[0], step[1:]...); err != nil {
			return "", err
		}
	}
	if err := w.writes("wiki/conf/local.php", "<?php\n$conf['title'] = 'Our wiki';\n$conf['useacl'] = 0;\n$conf['savedir'] = '"+filepath.Join(w.dir, "data")+"';\n",
		"wiki/lib/plugins/partitionlab/syntax.php", r.Once,
		"data/pages/partitions.txt", "====== Partitions ======\n\nHow big do //our// partitions get?\n\n"+r.Paste+"\n\nAnd so on.\n"); err != nil {
		return "", err
	}
	if err := w.php("wiki", at); err != nil {
		return "", err
	}
	return fmt.Sprintf("http://localhost:%d/doku.php?id=partitions", at), nil
}

// wordpress puts what is pasted into a block: an address into the one that WordPress makes
// of an address on a line of its own, HTML into the one for HTML.
func wordpress(w *workplace, r recipe) (string, error) {
	at := port()
	block := "<!-- wp:html -->\n" + r.Paste + "\n<!-- /wp:html -->"
	if strings.HasPrefix(r.Paste, "http") {
		block = fmt.Sprintf("<!-- wp:embed {\"url\":%s} -->\n<figure class=\"wp-block-embed\"><div class=\"wp-block-embed__wrapper\">\n%s\n</div></figure>\n<!-- /wp:embed -->", quoted(r.Paste), r.Paste)
	}
	socket := filepath.Join(w.dir, "db.sock")
	for _, step := range [][]string{
		{"cp", "-rL", "/usr/share/wordpress", "blog"},
		{"mariadb-install-db", "--user=root", "--auth-root-authentication-method=normal", "--datadir=" + filepath.Join(w.dir, "db"), "--skip-test-db"},
	} {
		if _, err := w.run("", "", step[0], step[1:]...); err != nil {
			return "", err
		}
	}
	if err := w.start("", socket, nil, "mariadbd", "--no-defaults", "--user=root", "--datadir="+filepath.Join(w.dir, "db"), "--socket="+socket, "--skip-networking", "--pid-file="+filepath.Join(w.dir, "db.pid")); err != nil {
		return "", err
	}
	if _, err := w.run("", "CREATE DATABASE blog", "mariadb", "--no-defaults", "-S", socket, "-u", "root"); err != nil {
		return "", err
	}
	if err := w.writes("blog/wp-config.php", fmt.Sprintf(`<?php
define('DB_NAME', 'blog'); define('DB_USER', 'root'); define('DB_PASSWORD', ''); define('DB_HOST', 'localhost:%s');
define('DB_CHARSET', 'utf8mb4'); define('WP_HOME', 'http://localhost:%d'); define('WP_SITEURL', WP_HOME);
define('DISABLE_WP_CRON', true); define('WP_HTTP_BLOCK_EXTERNAL', false); define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`, socket, at),
		// A blog asks no machine of its own network; here both are on this one.
		"blog/wp-content/mu-plugins/here.php", `<?php
add_filter('http_request_host_is_external', '__return_true');
add_filter('http_allowed_safe_ports', function ($ports) { return range(1, 65535); });
`,
		"post.php", `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = 'localhost';
require 'blog/wp-load.php';
require 'blog/wp-admin/includes/upgrade.php';
wp_install('Our blog', 'admin', 'admin@example.org', false, '', 'a-long-passphrase');
wp_set_current_user(1);
echo 'post ' . wp_insert_post(['post_title' => 'Partitions', 'post_status' => 'publish', 'post_author' => 1, 'post_content' => wp_slash(file_get_contents('post.html'))]);
`, "post.html", "<!-- wp:paragraph -->\n<p>How big do our partitions get?</p>\n<!-- /wp:paragraph -->\n\n"+block+"\n"); err != nil {
		return "", err
	}
	said, err := w.run("", "", "php", "post.php")
	if err != nil {
		return "", err
	}
	_, id, ok := strings.Cut(said, "post ")
	if !ok {
		return "", fmt.Errorf("WordPress makes no post: %s", last([]byte(said)))
	}
	if err := w.php("blog", at); err != nil {
		return "", err
	}
	return fmt.Sprintf("http://localhost:%d/?p=%s", at, strings.TrimSpace(id)), nil
}

// jupyter runs a notebook with the cell, and opens it.
func jupyter(w *workplace, r recipe) (string, error) {
	at := port()
	notebook, err := json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{"kernelspec": map[string]any{"name": "python3", "display_name": "Python 3", "language": "python"}},
		"cells": []any{
			map[string]any{"id": "a", "cell_type": "markdown", "metadata": map[string]any{}, "source": "# Partitions"},
			map[string]any{"id": "b", "cell_type": "code", "metadata": map[string]any{}, "execution_count": nil, "outputs": []any{}, "source": r.Paste},
		}})
	if err != nil {
		return "", err
	}
	if err := w.write("partitions.ipynb", string(notebook)); err != nil {
		return "", err
	}
	for _, step := range []string{"execute --inplace", "trust"} {
		if _, err := w.run("", "", "env", append(append([]string{"PATH=" + filepath.Dir(w.venv("x")) + ":/usr/bin:/bin", w.venv("jupyter")}, strings.Fields(step)...), "partitions.ipynb")...); err != nil {
			return "", err
		}
	}
	base := fmt.Sprintf("http://localhost:%d/", at)
	if err := w.start("", base+"api", []string{"PATH=" + filepath.Dir(w.venv("x")) + ":/usr/bin:/bin"}, w.venv("jupyter"), "lab", "--no-browser", "--allow-root", "--ip=127.0.0.1", fmt.Sprintf("--port=%d", at), "--IdentityProvider.token=", "--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"); err != nil {
		return "", err
	}
	return base + "lab/tree/partitions.ipynb", nil
}

func quoted(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}
