// What there is, with examples.
import { link } from "../address.js";
import { h } from "../dom.js";

const EXAMPLES: [string, string, [string, string][]][] = [
  ["A game", "An expression, its canonical form, outcome and genus; its followers, parts and primes, its mate, and what tells it from another game.", [
    ["2+2", link("game", { expr: "2+2" })],
    ["(4+2)#: two prime partitions", link("game", { expr: "(4+2)#", tab: "parts" })],
    ["kayles(9)", link("game", { expr: "kayles(9)" })],
    ["2+2 against 0", link("game", { expr: "2+2", tab: "compare", other: "0" })],
  ]],
  ["A ruleset", "Nim values and their period, genera, and the misère quotient: built-in games, codes, and formulas of your own.", [
    ["Kayles: quotient of all heaps", link("ruleset", { rules: "0.77", tab: "quotient" })],
    ["nim values of saliquant", link("ruleset", { rules: "saliquant", to: 1000 })],
    ["a formula", link("ruleset", { rules: "n -> [a, n-a] for a in 1..n-1 if a != n-a" })],
    ["an infinite quotient", link("ruleset", { rules: "0.3122", tab: "quotient", last: 7, show: "picture" })],
  ]],
  ["Play", "Play a sum against a perfect opponent, to win or to lose, with hints and reasons.", [
    ["Nim 5+4+2", link("play", { expr: "5+4+2" })],
    ["Cram and Kayles", link("play", { expr: "cram(3x3) + kayles(5)" })],
    ["Chomp", link("play", { expr: "chomp(3x4)" })],
    ["Hackenbush", link("play", { expr: "hackenbush(0-1,1-2,1-3,0-4,4-5)" })],
  ]],
  ["The atlas", "The misère quotients of the octal games with up to three digits: solved, infinite, or open.", [
    ["all", link("atlas", {})],
    ["infinite quotients", link("atlas", { state: "infinite" })],
  ]],
  ["The papers", "What five papers state, with its status, and tested again in this page.", [
    ["all claims", link("papers", {})],
    ["corrected", link("papers", { status: "corrected" })],
  ]],
];

export function start(place: HTMLElement): void {
  place.append(
    h("h1", {}, "Impartial games, to win and above all to lose"),
    h(
      "p",
      { class: "lead" },
      "In misère play whoever makes the last move loses, and no simple theory exists. This page computes exactly: it is the library misere in WebAssembly, with nothing to install.",
    ),
    h(
      "div",
      { class: "cards" },
      ...EXAMPLES.map(([title, text, links]) =>
        h("section", { class: "card" }, h("h2", {}, title), h("p", {}, text), h("ul", {}, ...links.map(([label, to]) => h("li", {}, h("a", { href: to }, label))))),
      ),
    ),
    h("h2", {}, "Notation"),
    h(
      "p",
      {},
      "Games are written as in the papers: ",
      h("code", {}, "2##"),
      " is {{2}}, ",
      h("code", {}, "632"),
      " is the set {6,3,2}, ",
      h("code", {}, "2[#-2]"),
      " is 2# minus 2, ",
      h("code", {}, "*12"),
      " is a nim heap, and ",
      h("code", {}, "kayles(5)"),
      ", ",
      h("code", {}, "0.77(5)"),
      ", ",
      h("code", {}, "cut{1,6}(13)"),
      ", ",
      h("code", {}, "cram(4x5)"),
      " are positions of rulesets. Sums, differences and mates are written ",
      h("code", {}, "G + H"),
      ", ",
      h("code", {}, "G - H"),
      ", ",
      h("code", {}, "G^-"),
      ".",
    ),
  );
}
