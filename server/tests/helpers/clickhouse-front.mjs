// A ClickHouse for tests: the engine of the package chdb behind as much of ClickHouse's HTTP protocol as its client speaks.
// node clickhouse-front.mjs FOLDER_OF_CHDB FOLDER_OF_DATA PORT
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';

const [packages, data, port] = process.argv.slice(2);
const { Session } = createRequire(`${packages}/`)('chdb');
const engine = new Session(data);
const SIGNED_IN = `Basic ${Buffer.from('earshot:secret').toString('base64')}`;
/** The fields that the client adds to the address besides settings. */
const NO_SETTING = /^(query|query_id|database|param_.*)$/;
const quote = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The statement, its parameters and its data, which stand in the address, in the body or in the fields of a form. */
async function readQuestion(request) {
  const { searchParams } = new URL(request.url, 'http://localhost');
  const type = request.headers['content-type'] ?? '';
  const body = await buffer(request);
  const isForm = type.startsWith('multipart/');
  const form = isForm
    ? await new Response(body, { headers: { 'content-type': type } }).formData()
    : [];
  const named = new Map([...searchParams, ...form]);
  const inAddress = named.get('query');
  const statement = inAddress ?? body.toString();
  return { named, statement, data: inAddress && !isForm ? body.toString() : '' };
}

async function answer(request) {
  const { named, statement, data } = await readQuestion(request);
  await engine.queryAsync(`USE ${named.get('database') ?? 'default'}`);
  for (const [name, value] of named) {
    if (name.startsWith('param_')) await engine.queryAsync(`SET ${name} = ${quote(value)}`);
  }
  const settings = [...named]
    .filter(([name]) => !NO_SETTING.test(name))
    .map(([name, value]) => `${name} = ${quote(value)}`)
    .join(', ');
  return engine.queryAsync(withSettings(statement, settings) + data);
}

function withSettings(statement, settings) {
  if (/^\s*INSERT/i.test(statement))
    return statement.replace(/\sFORMAT\s+\w+\s*$/i, (format) => ` SETTINGS ${settings}${format}\n`);
  return /^\s*SELECT/i.test(statement) ? `${statement} SETTINGS ${settings}` : statement;
}

let before = engine.queryAsync('CREATE DATABASE IF NOT EXISTS earshot'); // one statement after the other

createServer(async (request, response) => {
  const isKnown = request.headers.authorization === SIGNED_IN;
  const result = before.then(() => {
    if (isKnown) return answer(request);
    throw new Error('Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)');
  });
  before = result.catch(() => {});
  try {
    response.end((await result).bytes());
  } catch (error) {
    response.statusCode = isKnown ? 500 : 403;
    response.end(error.message);
  }
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
