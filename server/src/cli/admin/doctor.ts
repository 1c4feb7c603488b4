import type { DoctorMend } from 'earshot-site/contract';
import {
  examine,
  explainFinding,
  type Finding,
  type Report,
} from '../../features/doctor/doctor.ts';
import { dialPublic, hostAndPort } from '../../platform/browser/guarded-proxy.ts';
import { VisitError } from '../../platform/browser/visit-error.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { counted } from '../../platform/text/counted.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { defineCommand, UsageError } from './command.ts';

const NOT_OPENED = 2;
const WITHIN_MS = 120_000;
const MAX_BYTES = 200_000_000;

export const command = defineCommand({
  summary: 'Opens a page of a blog, and says why its players sound or do not.',
  usage: 'URL [--private] [--json]',
  help: [
    '  URL        the page, an address with http or https',
    '  --private  the page may be on this machine or in its network',
    '',
    '  Needs a Chromium on this machine (CHROMIUM_PATH). Run by root, it has no sandbox then: open only pages that you trust.',
    '  Ends with 0 if all players sound, 1 if one does not, and 2 if the page could not be opened.',
  ].join('\n'),
  takes: 'several',
  options: { private: { type: 'boolean' } },
  async run({ values, positionals }, context) {
    const [typed = '', ...more] = positionals;
    const url = webAddress(typed);
    if (!url || more.length > 0) throw new UsageError('Name one address with http or https.');
    const { config, signal } = context;
    const own = [config.siteUrl, config.widgetUrl, config.apiUrl, config.mediaUrl].map(hostAndPort);
    const privateHosts = values.private ? [...own, hostAndPort(url)] : own;
    const isRoot = process.getuid?.() === 0;
    if (isRoot) {
      context.io.errors.write(
        'Root cannot run Chromium with its sandbox. Open only pages that you trust, or use another user.\n',
      );
    }
    try {
      const report = await examine(url, {
        chromiumPath: config.chromium.path,
        hasSandbox: config.chromium.hasSandbox && !isRoot,
        dial: dialPublic(privateHosts),
        signal,
        withinMs: WITHIN_MS,
        maxBytes: MAX_BYTES,
        config,
        openDatabase: async () => (await context.database()).database,
      });
      context.answer({ text: describeReport(report), json: report });
      return report.findings.some(({ reason }) => reason !== null) ? 1 : 0;
    } catch (error) {
      if (!(error instanceof VisitError)) throw error;
      context.io.errors.write(`${error.message}\n`);
      return NOT_OPENED;
    }
  },
});

function describeReport({ url, findings, isCut }: Report): string {
  const silent = findings.filter(({ reason }) => reason !== null).length;
  const summary =
    findings.length === 0
      ? `${url} has no player, as far as the doctor knows players. It does not look into frames: examine the address of a frame itself.`
      : `${url} has ${counted(findings.length, 'player')}. ${silent === 0 ? 'Nothing is wrong.' : `${silent} of them need a change.`}`;
  const cut = isCut ? ['The page has more players, which were not examined.'] : [];
  return [summary, ...findings.map(describeFinding), ...cut].join('\n\n');
}

function describeFinding(finding: Finding, at: number): string {
  const { host, path, line, reason, mends, address } = finding;
  const place = line === null ? cleanLine(path) : `line ${line}, ${cleanLine(path)}`;
  const name = host === 'earshot' ? 'Earshot' : host;
  return [
    `${at + 1}. ${name} ${cleanLine(address)}`,
    `   at ${place}`,
    `   ${reason ?? 'ok'}: ${cleanLine(explainFinding(finding, 'en'), 600)}`,
    ...mends.map(describeMend),
  ].join('\n');
}

const PLACES = {
  markup: 'Change in the HTML of the page',
  header: 'Change in the headers of the server',
  style: 'Add to the stylesheet of the theme',
} as const;

function describeMend({ place, before, after }: DoctorMend): string {
  const lines = (sign: string, text: string) =>
    text.split('\n').map((line) => `     ${sign} ${cleanLine(line, 4_000)}`);
  return [
    `   ${PLACES[place]}:`,
    ...(before === null ? [] : lines('-', before)),
    ...lines('+', after),
  ].join('\n');
}
