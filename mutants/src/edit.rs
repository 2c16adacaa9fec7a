//! A source file with all its mutants, each behind a question whether it is chosen.

use std::collections::BTreeSet;
use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Arm, BinOp, Block, Expr, ExprBinary, ExprUnary, ReturnType, UnOp};

use crate::{Lines, Mutant, Place};

/// A rewritten file.
pub(crate) struct Edited {
    pub(crate) text: String,
    /// The lines that belong to a mutant alone.
    lines: Vec<(Range<usize>, usize)>,
    /// Mutants of a kind that is not made here.
    pub(crate) not_found: BTreeSet<usize>,
}

impl Edited {
    /// The mutants with an error that spans these lines: the one that it begins in, or else those
    /// that it goes around.
    pub(crate) fn mutants_at(&self, lines: Range<usize>) -> impl Iterator<Item = usize> {
        let begins = self
            .lines
            .iter()
            .find(|(own, _)| own.contains(&lines.start));
        let within = self.lines.iter().filter(move |(own, _)| {
            begins.is_none() && lines.start <= own.start && own.end <= lines.end
        });
        begins.into_iter().chain(within).map(|&(_, mutant)| mutant)
    }
}

/// The file with these mutants.
pub(crate) fn rewrite<'a>(
    text: &str,
    mutants: impl Iterator<Item = (usize, &'a Mutant)>,
) -> Edited {
    let file = syn::parse_file(text).expect("a source that builds");
    let mut finder = Finder {
        mutants: mutants.collect(),
        sites: Vec::new(),
    };
    finder.visit_file(&file);
    let made: BTreeSet<usize> = finder
        .sites
        .iter()
        .flat_map(|site| site.choices.iter().map(|&(n, _)| n))
        .collect();
    let all = finder.mutants.iter().map(|&(n, _)| n);
    let not_found = all.filter(|n| !made.contains(n)).collect();
    // Outer sites before what they contain.
    finder
        .sites
        .sort_by_key(|site| (site.range.start, std::cmp::Reverse(site.range.end)));
    let mut writer = Writer {
        source: text,
        text: String::new(),
        line: 1,
        lines: Vec::new(),
    };
    writer.write(0..text.len(), &finder.sites);
    Edited {
        text: writer.text,
        lines: writer.lines,
        not_found,
    }
}

/// A place with mutants: what each puts there, or its question in front.
struct Site {
    range: Range<usize>,
    kind: Kind,
    /// The numbers of mutants and their texts.
    choices: Vec<(usize, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Another expression in place of this one.
    Expression,
    /// The statements of a function: a return in front of them.
    Body,
    /// The end of the pattern of a match arm, which may not be there.
    Arm,
}

struct Finder<'a> {
    mutants: Vec<(usize, &'a Mutant)>,
    sites: Vec<Site>,
}

impl Finder<'_> {
    /// The mutants of this genre at this place.
    fn at(&self, genre: &str, lines: Lines) -> Vec<(usize, String)> {
        let here = self
            .mutants
            .iter()
            .filter(|(_, mutant)| mutant.genre == genre && mutant.span == lines);
        here.map(|(n, mutant)| (*n, mutant.replacement.clone()))
            .collect()
    }

    fn add(&mut self, range: Range<usize>, kind: Kind, choices: Vec<(usize, String)>) {
        if !choices.is_empty() {
            self.sites.push(Site {
                range,
                kind,
                choices,
            });
        }
    }

    fn body(&mut self, returns: &ReturnType, block: &Block) {
        // Behind `impl` stands one type, and a mutant would bring another.
        let is_opaque = returns
            .span()
            .source_text()
            .is_some_and(|text| text.contains("impl "));
        if let (Some(first), Some(last)) = (block.stmts.first(), block.stmts.last())
            && !is_opaque
        {
            let (first, last) = (first.span(), last.span());
            let span = Lines {
                start: lines(first).start,
                end: lines(last).end,
            };
            let choices = self.at("FnValue", span);
            let range = first.byte_range().start..last.byte_range().end;
            self.add(range, Kind::Body, choices);
        }
    }
}

fn lines(span: proc_macro2::Span) -> Lines {
    let place = |at: proc_macro2::LineColumn| Place {
        line: at.line,
        column: at.column + 1,
    };
    Lines {
        start: place(span.start()),
        end: place(span.end()),
    }
}

/// Whether an expression binds names for what follows, as `let` in a condition does.
fn binds(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(ExprBinary {
            left,
            op: BinOp::And(_),
            right,
            ..
        }) => binds(left) || binds(right),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.body(&item.sig.output, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.body(&item.sig.output, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.body(&item.sig.output, block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_expr_binary(&mut self, expr: &'ast ExprBinary) {
        if !binds(&expr.left) && !binds(&expr.right) {
            let mut choices = self.at("BinaryOperator", lines(expr.op.span()));
            let (left, right) = (source(&expr.left), source(&expr.right));
            for (_, text) in &mut choices {
                *text = format!("({left}) {text} ({right})");
            }
            self.add(expr.span().byte_range(), Kind::Expression, choices);
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'ast ExprUnary) {
        if let UnOp::Not(_) | UnOp::Neg(_) = expr.op {
            let mut choices = self.at("UnaryOperator", lines(expr.op.span()));
            for (_, text) in &mut choices {
                *text = source(&expr.expr);
            }
            self.add(expr.span().byte_range(), Kind::Expression, choices);
        }
        visit::visit_expr_unary(self, expr);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        let mut deleted = self.at("MatchArm", lines(arm.span()));
        match &arm.guard {
            None => {
                let end = arm.pat.span().byte_range().end;
                self.add(end..end, Kind::Arm, deleted);
            }
            Some((_, guard)) if !binds(guard) => {
                for (_, text) in &mut deleted {
                    *text = "false".into();
                }
                let mut choices = self.at("MatchArmGuard", lines(guard.span()));
                choices.append(&mut deleted);
                self.add(guard.span().byte_range(), Kind::Expression, choices);
            }
            Some(_) => {}
        }
        visit::visit_arm(self, arm);
    }
}

/// The text of an expression as it stands.
fn source(expr: &Expr) -> String {
    expr.span().source_text().expect("parsed from text")
}

struct Writer<'a> {
    source: &'a str,
    text: String,
    /// The line that is being written, from 1 on.
    line: usize,
    lines: Vec<(Range<usize>, usize)>,
}

impl Writer<'_> {
    fn push(&mut self, text: &str) {
        self.line += text.matches('\n').count();
        self.text.push_str(text);
    }

    /// The text of a mutant on lines of its own.
    fn push_mutant(&mut self, number: usize, text: &str) {
        self.push("\n");
        let start = self.line;
        self.push(text);
        self.lines.push((start..self.line + 1, number));
        self.push("\n");
    }

    /// Writes a range of the source with these sites, outer ones first.
    fn write(&mut self, range: Range<usize>, mut sites: &[Site]) {
        let mut done = range.start;
        while let Some((site, rest)) = sites.split_first() {
            self.push(&self.source[done..site.range.start]);
            let inside = rest
                .iter()
                .take_while(|inner| inner.range.start < site.range.end);
            let inside = inside.count();
            let (inner, after) = rest.split_at(inside);
            self.write_site(site, inner);
            done = site.range.end;
            sites = after;
        }
        self.push(&self.source[done..range.end]);
    }

    fn write_site(&mut self, site: &Site, inner: &[Site]) {
        match site.kind {
            Kind::Expression => {
                self.push("(");
                for (n, text) in &site.choices {
                    self.push_mutant(*n, &format!("if crate::mutant::is({n}) {{ {text} }}"));
                    self.push("else ");
                }
                self.push("{ ");
                self.write(site.range.clone(), inner);
                self.push(" })");
            }
            Kind::Body => {
                for (n, text) in &site.choices {
                    let text = format!("if crate::mutant::is({n}) {{ return {text}; }}");
                    self.push_mutant(*n, &text);
                }
                self.write(site.range.clone(), inner);
            }
            Kind::Arm => {
                for (n, _) in &site.choices {
                    self.push_mutant(*n, &format!("if !crate::mutant::is({n})"));
                }
            }
        }
    }
}
