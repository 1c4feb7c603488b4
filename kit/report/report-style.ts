/** The styles of the page. It loads nothing, so that it can be kept and sent as one file. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ground: #faf8f5; --card: #fff; --text: #201d1a; --soft: #625b54;
  --line: #e4ded6; --accent: #0b6e5e; --must: #a8322a; --should: #7d5700; --may: #5b5f66;
  --must-ground: #fbeceb; --should-ground: #f8efd9; --may-ground: #eeeff1; --good-ground: #e3f2ee }
@media (prefers-color-scheme: dark) { :root { --ground: #161412; --card: #1f1c1a; --text: #f1ece6;
  --soft: #b0a79d; --line: #38332e; --accent: #6fd3be; --must: #ff9d94; --should: #eec265; --may: #b9bec7;
  --must-ground: #3a1f1d; --should-ground: #352a14; --may-ground: #2b2d31; --good-ground: #17332d } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
main { max-width: 58rem; margin: 0 auto; padding: 3rem 1.25rem 4rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .35rem; letter-spacing: -.01em }
h2 { font-size: 1.2rem; margin: 0; line-height: 1.3 }
h3 { font-size: 1rem; margin: 0; font-weight: 600 }
p { margin: 0 }
a { color: var(--accent); text-underline-offset: .15em }
a, .address, code { overflow-wrap: anywhere }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px }
.address, .soft { color: var(--soft) }
.verdict { margin: 1.75rem 0 0; padding: 1rem 1.25rem; border-radius: 12px; background: var(--good-ground) }
.verdict.bad { background: var(--must-ground) }
.verdict strong { display: block; font-size: 1.15rem; color: var(--accent) }
.verdict.bad strong { color: var(--must) }
nav ul { list-style: none; margin: 1.25rem 0 0; padding: 0; display: grid; gap: .75rem;
  grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)) }
nav a { display: block; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card);
  color: inherit; text-decoration: none }
nav a:hover { border-color: var(--accent) }
nav b { display: block }
nav span { color: var(--soft); font-size: .875rem }
section { margin-top: 2.75rem }
.fault { margin-top: .75rem; padding: 1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
.fault > .id { font-size: .875rem; color: var(--soft); margin-top: .1rem }
.fault dl { margin: .75rem 0 0; display: grid; grid-template-columns: 4.5rem 1fr; gap: .35rem .75rem }
.fault dt { color: var(--soft) }
.fault dd { margin: 0; overflow-wrap: anywhere }
.level { float: inline-end; margin-inline-start: 1rem; padding: .1rem .6rem; border-radius: 999px; font-size: .8125rem; font-weight: 600 }
.must { color: var(--must); background: var(--must-ground) }
.should { color: var(--should); background: var(--should-ground) }
.may { color: var(--may); background: var(--may-ground) }
code { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
details { margin-top: .75rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
summary { padding: .75rem 1.25rem; cursor: pointer }
details ul { margin: 0; padding: 0 1.25rem 1rem 1.25rem; list-style: none }
details li { padding: .4rem 0; border-top: 1px solid var(--line) }
details li code, details li .soft { display: block }
footer { margin-top: 3rem; color: var(--soft); font-size: .875rem }
@media (max-width: 32rem) { main { padding-top: 2rem } .fault dl { grid-template-columns: 1fr; gap: 0 } .fault dd { margin-bottom: .5rem } }
@media print { details { display: none } .fault { break-inside: avoid } }
`;
