const STATES = [
  [':hover', '[data-forced="hover"]'],
  [':focus-visible', '[data-forced="focus"]'],
  [':active', '[data-forced="pressed"]'],
] as const;

/** Repeats each rule for a state of the pointer or keyboard, so that the guide can show the state at rest. */
export function allowForcedStates(sheets: Iterable<CSSStyleSheet>): void {
  for (const sheet of sheets) repeatRules(sheet);
}

function repeatRules(group: CSSStyleSheet | CSSGroupingRule): void {
  for (let at = group.cssRules.length - 1; at >= 0; at -= 1) {
    const rule = group.cssRules[at];
    if (rule instanceof CSSStyleRule) repeatRule(group, rule, at);
    else if (rule instanceof CSSGroupingRule) repeatRules(rule);
  }
}

function repeatRule(group: CSSStyleSheet | CSSGroupingRule, rule: CSSStyleRule, at: number): void {
  const forced = STATES.reduce(
    (selector, [state, mark]) => selector.replaceAll(state, mark),
    rule.selectorText,
  );
  if (forced !== rule.selectorText) group.insertRule(`${forced}{${rule.style.cssText}}`, at + 1);
}
