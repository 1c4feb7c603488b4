import { describe, expect, it } from 'vitest';
import { createPresigner } from '../../../src/platform/storage/presign.ts';

const KEYS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const TIME = new Date('2013-05-24T00:00:00Z');

describe('createPresigner', () => {
  it("signs the example of Amazon's documentation as Amazon does", async () => {
    // https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
    const presign = createPresigner(
      {
        endpoint: 'https://s3.amazonaws.com',
        region: 'us-east-1',
        bucket: 'examplebucket',
        forcePathStyle: false,
      },
      async () => KEYS,
      () => TIME,
    );
    expect(await presign('test.txt', {}, 86_400)).toBe(
      'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });

  it('keeps a path of the endpoint and its port', async () => {
    const presign = createPresigner(
      { endpoint: 'http://store.test:9000/s3', region: 'eu', bucket: 'pod', forcePathStyle: true },
      async () => KEYS,
      () => TIME,
    );
    expect(await presign('ab/cd', {})).toMatch(/^http:\/\/store\.test:9000\/s3\/pod\/ab\/cd\?/);
  });
});
