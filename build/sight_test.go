package build

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestFieldInSight: on a phone the answer sticks to the window's top while a field has the
// focus. What one types into, in an editor the caret's line, is then below it, and no text
// shows through it.
func TestFieldInSight(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.size(390, 664)
	const inSight = `(() => {
		const at = document.activeElement, answer = document.querySelector(".frame > .results > .answer");
		if (!at.matches("[data-input]") || getComputedStyle(answer).position !== "sticky") return false;
		let box = at.getBoundingClientRect();
		if (at.matches("textarea")) box = at.previousElementSibling.children[at.value.slice(0, at.selectionStart).split("\n").length - 1].getBoundingClientRect();
		return box.top >= answer.getBoundingClientRect().bottom && box.top < innerHeight && getComputedStyle(answer).opacity === "1";
	})()`
	b.visit(root+"check/", 1)
	eval[bool](b, `(document.querySelector("textarea").focus(), document.querySelector("textarea").select(), true)`)
	b.do("type", chromedp.KeyEvent("CREATE TABLE s (\nsensor_id uuid,\nday date\nat timestamp,\nvalue double,\nPRIMARY KEY ((sensor_id, day) at)\n) WITH CLUSTERING ORDER BY (at DES);"))
	b.until("the line of the caret is in sight", inSight)
	b.do("leave", chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab))
	eval[bool](b, `(scrollTo({top: document.querySelector("textarea").getBoundingClientRect().bottom + scrollY - 60, behavior: "instant"}), true)`)
	b.do("come back", chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)), chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
	b.until("so it is to who comes back", inSight)
	b.do("go up", chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.End), chromedp.KeyEvent(","))
	b.until("so is a line further up", inSight+` && document.activeElement.value.includes("date,")`)
	b.size(1440, 900)
	b.visit(root+"size/", 1)
	eval[bool](b, `(scrollTo({top: 0, behavior: "instant"}), document.querySelector(".tab-growth > summary").focus(), true)`)
	b.do("open a tab", chromedp.KeyEvent(kb.Enter))
	b.until("what has opened is in sight", `(() => {
		const { top, bottom } = document.querySelector(".tab-growth > .tab-body").getBoundingClientRect();
		return bottom > top && (bottom <= innerHeight || top < innerHeight / 3);
	})()`)
	b.press(".assumes button")
	b.until("the value is selected to which an assumption leads", `(() => {
		const at = document.activeElement;
		return at.matches(".tab-body [data-input]") && at.value !== "" && at.selectionStart === 0 && at.selectionEnd === at.value.length;
	})()`)
	b.size(390, 664)
	b.visit(root+"size/", 1)
	eval[bool](b, `(() => {
		const field = document.querySelector(".tab-body [data-input='len.author']"), tab = field.closest("details.tab");
		tab.open = true;
		scrollTo({ top: tab.getBoundingClientRect().bottom + scrollY, behavior: "instant" });
		field.focus();
		field.select();
		return true;
	})()`)
	b.until("it covers no tab", `(() => {
		const covered = [...document.querySelectorAll(".tab > summary")].filter((e) => { // the tabs are brought into sight, one by one
			e.scrollIntoView({ block: "center", behavior: "instant" });
			const { left, top, height } = e.getBoundingClientRect();
			return document.elementFromPoint(left + 8, top + height / 2)?.closest("summary") !== e;
		});
		document.activeElement.scrollIntoView({ behavior: "instant" });
		return covered.length === 0;
	})()`)
	before := eval[string](b, `document.querySelector(".headline").textContent`)
	b.typing("77")
	b.until("the answer stands above the input of a tab", `(() => {
		const at = document.activeElement, headline = document.querySelector(".headline").textContent, said = getComputedStyle(at.closest(".tabs"), "::before");
		return at.value === "77" && headline !== `+fmt.Sprintf("%q", before)+` && said.content.includes(headline) && said.position === "sticky" &&
			at.closest(".field").getBoundingClientRect().top >= parseFloat(said.height) && at.getBoundingClientRect().bottom <= innerHeight;
	})()`)
	if cut := eval[[]string](b, `[...document.querySelectorAll(".tab-body :is(select, input:not([type]))")].flatMap((e) => {
		const styles = getComputedStyle(e), text = document.createElement("span");
		text.style.cssText = "position: absolute; white-space: nowrap; font: " + styles.fontSize + " " + styles.fontFamily;
		document.body.append(text);
		return [...e.options ?? [{ text: e.value }]].map((o) => o.text).filter((t) => {
			text.textContent = t;
			return e.offsetWidth > 0 && text.offsetWidth > e.clientWidth - parseFloat(styles.paddingLeft) - parseFloat(styles.paddingRight) - (e.options ? 16 : 0); // the arrow
		});
	})`); len(cut) > 0 {
		t.Errorf("on a phone is cut: %q", cut)
	}
	b.visit(root+"model/", 1)
	eval[bool](b, `([...document.querySelectorAll("button")].find(e => e.textContent.trim() === "an empty box").click(), true)`)
	b.until("the emptied box is in sight", inSight+` && document.activeElement.value.trim() === ""`)
}

// higher are calculators in windows that they do not fit into.
var higher = []struct {
	page       string
	wide, high int64
}{{"check/", 320, 500}, {"check/", 1280, 500}, {"workbench/", 320, 500}, {"workbench/", 1280, 500}}

// TestStopInSight: while a calculator works that is taller than the window, it can be stopped from
// wherever in it one is, and nothing moves for that.
func TestStopInSight(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	for _, c := range higher {
		p := pageAt(t, site, c.page)
		b.size(c.wide, c.high)
		b.visit(root+p.Path, 1)
		eval[bool](b, `(document.querySelector("textarea").focus(), scrollTo({top: document.querySelector(".lab").getBoundingClientRect().top + scrollY, behavior: "instant"}), true)`)
		eval[bool](b, fmt.Sprintf(`(() => { const f = document.querySelector(".given textarea"); f.value = %q; return f.dispatchEvent(new InputEvent("input", { bubbles: true })); })()`, long(100, "")))
		b.until(fmt.Sprint(c, ": it works, and Stop is in sight"), `(() => {
			const stop = document.querySelector(".lab.working > .stop"), box = stop?.getBoundingClientRect();
			return box && document.querySelector(".lab").getBoundingClientRect().bottom > innerHeight && box.top > 0 && box.bottom <= innerHeight &&
				document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2) === stop && document.querySelector(".lab-message").getBoundingClientRect().bottom <= innerHeight;
		})()`)
		if by := eval[float64](b, `(() => {
			const lab = document.querySelector(".lab"), high = () => lab.getBoundingClientRect().height, told = high();
			for (const e of lab.querySelectorAll(":scope > .stop, :scope > .lab-message")) e.hidden = true;
			const without = high();
			for (const e of lab.querySelectorAll(":scope > .stop, :scope > .lab-message")) e.hidden = false;
			return told - without;
		})()`); by != 0 {
			t.Errorf("%v: the calculator becomes %g pixels higher by that", c, by)
		}
		b.press(".stop")
		b.until("it has ended", settled)
	}
}

// TestFailureInSight: why there is no answer, and the button to try again, are in the window wherever in a
// tall calculator one is.
func TestFailureInSight(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t, endings)
	for _, c := range higher {
		p := pageAt(t, site, c.page)
		b.size(c.wide, c.high)
		b.visit(root+p.Path, 1)
		eval[bool](b, `(document.querySelector("textarea").focus(), ending = "unreachable", true)`)
		eval[bool](b, `(() => { const f = document.querySelector(".given textarea"); f.value = "SELECT * FROM t666;"; return f.dispatchEvent(new InputEvent("input", { bubbles: true })); })()`)
		b.until(fmt.Sprint(c, ": it says so"), `document.querySelector(".lab.failed > .stop") && /What you typed is kept/.test(document.querySelector(".lab-message").textContent)`)
		for _, at := range []string{"top", "middle"} {
			b.until(fmt.Sprint(c, ": the reason and the button are in sight at its ", at), `(() => {
				const lab = document.querySelector(".lab"), box = lab.getBoundingClientRect(), up = `+fmt.Sprintf("%q", at)+` === "top" ? 0 : Math.max(0, (box.height - innerHeight) / 2);
				scrollTo({ top: box.top + scrollY + up, behavior: "instant" });
				const there = (e) => {
					const { left, right, top, bottom } = e.getBoundingClientRect();
					const seen = document.elementFromPoint((left + Math.min(right, innerWidth)) / 2, (top + bottom) / 2);
					return top >= 0 && bottom <= innerHeight && (e === seen || e.contains(seen));
				};
				return there(document.querySelector(".lab-message")) && there(document.querySelector(".failed > .stop"));
			})()`)
		}
		eval[bool](b, `(ending = "", document.querySelector(".failed > .stop").click(), true)`)
		b.until("it has answered", settled)
		b.quiet()
	}
}
