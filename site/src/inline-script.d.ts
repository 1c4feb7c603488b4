/** The module as the text of a classic script: rollup/plugins/inline-script.mjs builds it. */
declare module '*.ts?inline-script' {
  const text: string;
  export default text;
}
