import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openBucket } from '../../../src/platform/storage/s3-bucket.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const upload = (key: string, id: string) =>
  `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>2027-01-01T00:00:00Z</Initiated></Upload>`;

/** A bucket with unfinished uploads, which the S3 server of other tests cannot list. */
async function openUnfinished(uploads: string[]) {
  const aborted: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://s3.test');
    if (request.method === 'DELETE') aborted.push(url.searchParams.get('uploadId') ?? '');
    if (!url.searchParams.has('uploads')) return response.writeHead(204).end();
    response.writeHead(200, { 'Content-Type': 'application/xml' });
    return response.end(
      `<?xml version="1.0"?><ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  const bucket = await openBucket({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket: 'pod',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    forcePathStyle: true,
    reads: 'proxy',
  });
  ends.unshift(bucket.close);
  return { bucket, aborted };
}

describe('abortUploads', () => {
  it('removes the parts of uploads whose key begins so, and of no others', async () => {
    const uploads = [
      upload('earshot-1.zip', 'a'),
      upload('other.zip', 'b'),
      upload('earshot-2.zip', 'c'),
    ];
    const { bucket, aborted } = await openUnfinished(uploads);
    await bucket.abortUploads('earshot-');
    expect(aborted).toEqual(['a', 'c']);
  });
});
