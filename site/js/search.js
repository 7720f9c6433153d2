// The search. It is loaded when a reader searches for the first time, and so is the
// index, which build/search.go writes and describes.
//
//	const search = await load(address of the index)
//	await search("cannot be restricted")   the things that fit best: { kind, path, title, context, note, said }; sure: its
//	place among those with the same message is no chance

const stems = /(?:ies|ing|ed|es|s|y)$/;
const stem = (word) => (word.length > 4 ? word.replace(stems, "") : word);

// The same words as in build/search.go.
function split(text) {
  const all = [];
  for (let word of text.toLowerCase().split(/[^\p{L}\p{N}_]+/u)) {
    word = word.slice(0, MOST_LETTERS_OF_A_WORD).replace(/^_+|_+$/g, "");
    if (word) all.push(word);
    if (word.includes("_")) all.push(...word.split("_").filter(Boolean));
  }
  return all;
}

// plain takes back what a terminal, a log or a text editor does to a message, and
// says counts the letters of a template that the text holds, its plain parts between the
// %s in their order, whatever letters are capitals.
const plain = (text) => text.replace(/\\n/g, " ").replace(/\\(["'])/g, "$1").replace(/[“”]/g, '"').replace(/[‘’]/g, "'").replace(/\s+/g, " ").trim();
function says(asked, template) {
  const text = asked.toLowerCase();
  let at = 0, letters = 0;
  for (const part of template) {
    const i = text.indexOf(part, at);
    if (i < 0) return 0;
    at = i + part.length;
    letters += part.replace(/[^a-z]/gi, "").length;
  }
  return letters;
}

// cut tells how much a template says of a text that is a piece of it, cut off before and
// behind: 0 for nothing, 2 where the message begins or ends with it. Fewer than three words
// are a question.
function cut(piece, template) {
  if (piece.split(" ").length < 3) return 0;
  const edge = /[\p{L}\p{N}]/u;
  return Math.max(...template.map((part, i) => {
    let most = 0;
    for (let at = part.indexOf(piece); at >= 0; at = part.indexOf(piece, at + 1)) {
      const before = part.slice(0, at), behind = part.slice(at + piece.length);
      if (edge.test(before.slice(-1)) || edge.test(behind[0] ?? "")) continue;
      most = Math.max(most, i === 0 && !edge.test(before) || i === template.length - 1 && !edge.test(behind) ? 2 : 1);
    }
    return most;
  }));
}

// How much of a question is read: a message, and not all of the trace below it.
const MOST_LETTERS = 20_000, MOST_LETTERS_OF_A_WORD = 64, MOST_COMPARED = 300, MOST_WORDS = 40, MOST_LETTERS_OF_A_QUESTION = 12;
const sure = 20; // letters of a template that are no chance

// literal are the words of a template in order, without its names and values: what a text
// that differs by a few letters still has. A word that begins or ends at a %s is a value's.
const wordsOf = (text) => text.toLowerCase().replace(/(\p{L})['’](?=\p{L})/gu, "$1").split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
const literal = (template) => wordsOf(template.replace(/\S*%s\S*/g, " "));

// resembles weighs how much of a template a text has, word by word with small typos and in
// the same order, from 0 to 1: the template's words may be cut off at the end, and the
// text's others are taken for names and values.
function resembles(asked, template) {
  const weight = (word) => Math.min(word.length, 8);
  let at = 0, same = 0, words = 0, last = -1, all = 0;
  for (const [i, word] of template.entries()) {
    all += weight(word);
    const j = asked.findIndex((other, k) => k >= at && k < at + 8 && (other === word || word.length > 3 && near(word, other)));
    if (j < 0) continue;
    same += weight(word);
    words++;
    at = j + 1;
    last = i;
  }
  if (same < 14 || words < 3 || words < 4 && words < template.length) return 0; // a question, too, has a few
  const sum = (words) => words.reduce((n, word) => n + weight(word), 0);
  const share = same / sum(template.slice(0, last + 1));
  const other = Math.max(0, sum(asked.filter((word) => word.length > 3)) - same);
  return share < 0.7 ? 0 : share * (0.5 + 0.5 * same / all) * same / (same + other / 2);
}

// slip takes a message of the parser apart: how it begins, the token in its way, what it
// expects instead, and the text around; in that, a token in [ ] is where it was.
const tokens = (text) => text.match(/[\p{L}\p{N}_]+|"[^"]*"|'[^']*'|\S/gu) ?? [];
function slip(text) {
  const [, words, token, expects, around = ""] = text.match(/\bline \d+:-?\d+ ([A-Za-z ]+?) '(.+?)'(?= expecting | \(|["')]*$)(?: expecting ('\S+?'|\w+))?(?: \((.*))?/u) ?? [];
  if (!words) return;
  const [mark, at] = around.includes(`[${token}]`) ? [token, around.indexOf(`[${token}]`)] : [...around.matchAll(/\[([^\s\[\]]+)\]/g)].map((m) => [m[1], m.index]).at(-1) ?? ["", -1];
  const before = at < 0 ? [] : tokens(around.slice(0, at).replace(/^\.\.\./, "")).reverse();
  if (at >= 0 && !around.startsWith("...")) before.push("(");
  return { words, token, expects, mark, before, behind: at < 0 ? [] : tokens(around.slice(at + mark.length + 2).replace(/\.*\)\W*$/, "")) };
}

// fits weighs how much one such message is like another; alike, how much their tokens are:
// names are like names, whatever they are, and each keyword is only like itself.
function fits(a, b, keywords) {
  const kind = (token) => (keywords.has(token.toUpperCase()) ? token.toUpperCase() : /^[\p{L}_]/u.test(token) ? "name" : /^\p{N}/u.test(token) ? "number" : token[0]);
  const alike = (x, y) => (x === undefined || y === undefined ? 0 : x.toLowerCase() === y.toLowerCase() ? 3 : kind(x) === kind(y) ? 2 : 0);
  const run = (xs, ys) => {
    let sum = 0;
    for (let i = 0, like; (like = alike(xs[i], ys[i])); i++) sum += like;
    return sum;
  };
  return 2 * (a.words === b.words) + 4 * (a.expects === b.expects) + 2 * alike(a.token, b.token) + alike(a.mark, b.mark) + run(a.before, b.before) + run(a.behind, b.behind);
}

// near tells whether one letter more, less, or other makes a word of another.
function near(a, b) {
  if (Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const rest = (s, skip) => s.slice(i + skip);
  return rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1) ||
    (a[i] === b[i + 1] && a[i + 1] === b[i] && rest(a, 2) === rest(b, 2));
}

export async function load(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const index = await response.json();

  // Every word with the things that have it, and how much it says about them: in a
  // title more than in a sentence, and there more than in the text.
  const weights = new Map(); // word → Map(thing → weight)
  const note = (word, doc, weight) => {
    let docs = weights.get(word);
    if (!docs) weights.set(word, (docs = new Map()));
    docs.set(doc, Math.max(docs.get(doc) ?? 0, weight));
  };
  let last = "", n = 0;
  for (const coded of index.words ? index.words.split(" ") : []) {
    last = last.slice(0, parseInt(coded[0], 36)) + coded.slice(1);
    let doc = 0;
    for (const distance of index.in[n++]) note(last, (doc += distance), 2);
  }
  index.docs.forEach(([, , title, context, sentence], i) => {
    for (const word of split(sentence)) note(word, i, 3);
    for (const word of split(context)) note(word, i, 4);
    for (const word of split(title)) note(word, i, 8);
  });
  for (const [template, ...docs] of index.says) for (const word of split(template)) for (const doc of docs) note(word, doc, 3);
  const known = [...weights.keys()].sort();
  const parts = index.says.map(([template]) => template.toLowerCase().split("%s").map(plain));
  const longest = Math.max(0, ...parts.flat().map((part) => part.length));
  const literals = index.says.map(([template]) => literal(template));
  const slips = index.slips.map(([doc, message]) => [doc, slip(plain(message))]);
  const keywords = new Set(index.slips.flatMap(([, message]) => message.match(/\b[A-Z]{2,}\b/g) ?? []));

  // Words of the index that a word of the question may mean, with their share.
  function* meant(word, typing) {
    if (weights.has(word)) yield [word, 1];
    const root = stem(word);
    let some = weights.has(word);
    for (const other of known) {
      if (other === word || !other.startsWith(root)) continue;
      const grown = stem(other) === root;
      if (!grown && !(typing && other.startsWith(word))) continue;
      some = true;
      yield [other, grown ? 0.8 : 0.6];
    }
    if (!some && word.length > 3) for (const other of known) if (near(word, other)) yield [other, 0.5];
  }

  // search works in pieces: whatever is pasted, the page stays quick.
  return async function search(text, wanted = () => true) {
    let until = performance.now() + 20;
    const goOn = async () => {
      if (performance.now() < until) return true;
      await new Promise((done) => setTimeout(done));
      until = performance.now() + 20;
      return wanted();
    };
    const found = new Map(); // thing → { score, hits, said }
    const at = (doc) => {
      if (!found.has(doc)) found.set(doc, { score: 0, hits: 0, said: "" });
      return found.get(doc);
    };
    const question = plain(text.slice(0, MOST_LETTERS));

    // The server's own words, whatever names and numbers are in them.
    let best = 8, said = [];
    for (const [i, [template, ...docs]] of index.says.entries()) {
      if (!await goOn()) return [];
      const letters = says(question, parts[i]);
      if (letters > best) [best, said] = [letters, []];
      if (letters === best) for (const doc of docs) said.push([doc, template]);
    }
    const piece = question.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
    if (best < sure && piece.length >= MOST_LETTERS_OF_A_QUESTION && piece.length < longest) { // else a piece of one
      const pieces = [];
      for (const [i, [template, ...docs]] of index.says.entries()) {
        if (!await goOn()) return [];
        const most = cut(piece, parts[i]);
        if (most) for (const doc of docs) pieces.push([doc, template, most]);
      }
      if (pieces.length) [best, said] = [sure, pieces.sort(([, , a], [, , b]) => a - b)]; // the best last: it is what a rule is shown with
    }
    if (best < sure) { // else the same with a few typos
      const asked = wordsOf(question.replace(/^.*message=/, "").replace(/(^|[\s(])(["'])[^"']*\2/g, " ")).slice(0, MOST_COMPARED);
      best = said.length ? 0.7 : 0.3;
      for (const [i, [template, ...docs]] of index.says.entries()) {
        if (!await goOn()) return [];
        const like = resembles(asked, literals[i]);
        if (like > best) [best, said] = [like, []];
        if (like === best && like > 0.3) for (const doc of docs) said.push([doc, template]);
      }
    }
    for (const [doc, template, most = 1] of said) Object.assign(at(doc), { score: index.kinds[index.docs[doc][0]] === "Rule" ? 1000 * most ** 2 : 3000, said: template.replaceAll("%s", "…") });

    // Each rule of syntax has the same message of the parser: what differs is what it names.
    const own = slip(question), fit = new Map();
    if (own) {
      for (const [doc, other] of slips) if (other && found.has(doc)) fit.set(doc, Math.max(fit.get(doc) ?? 0, fits(own, other, keywords)));
      const most = Math.max(0, ...fit.values()); // without the text around, the page that checks it says more
      for (const doc of found.keys()) if (!fit.has(doc)) fit.set(doc, own.before.length ? most - 0.5 : most + 1);
    }

    const given = split(question);
    const words = [...new Set(given)].filter((word, i) => weights.has(word) || word.length > 1 || given.length === 1).slice(0, MOST_WORDS);
    let asked = 0;
    for (const [i, word] of words.entries()) {
      if (!await goOn()) return [];
      const typing = i === words.length - 1 && !/\s$/.test(text);
      const hits = new Map();
      for (const [other, share] of meant(word, typing)) {
        const docs = weights.get(other);
        const rare = Math.log(1 + index.docs.length / docs.size);
        for (const [doc, weight] of docs) hits.set(doc, Math.max(hits.get(doc) ?? 0, weight * share * rare));
      }
      if (!hits.size) continue;
      asked++;
      for (const [doc, score] of hits) {
        const one = at(doc);
        one.score += score;
        one.hits++;
      }
    }
    const id = question.replace(/\s/g, "").toLowerCase();
    index.docs.forEach(([, , title, context], i) => {
      if (id && (context.toLowerCase() === id || context.toLowerCase().replace("-", "") === id)) at(i).score += 2000;
      if (id && title.toLowerCase() === question.toLowerCase()) at(i).score += 50;
    });

    // What has all words comes first; of a long text most words are enough.
    // Where a message is known, the rest of what is found must have all its words.
    const share = (one) => (asked ? one.hits / asked : 1);
    const all = [...found.entries()];
    const fitting = all.filter(([, one]) => one.score >= 1000 || (said.length ? one.hits === words.length : share(one) > (asked > 3 ? 0.5 : 0.99) || asked === 2 && share(one) >= 0.5));
    const most = Math.max(0, ...all.map(([, one]) => one.score));
    return (fitting.length ? fitting : all.filter(([, one]) => one.score > most / 2)) // a message of a driver, say: the words that tell most
      .sort(([i, a], [j, b]) => (fit.get(j) ?? 0) - (fit.get(i) ?? 0) || b.score * share(b) ** 2 - a.score * share(a) ** 2 || i - j)
      .map(([i, one]) => {
        const [kind, path, title, context, sentence] = index.docs[i];
        return { kind: index.kinds[kind], path, title, context, note: sentence, said: one.said, sure: own?.before.length > 0 };
      });
  };
}
