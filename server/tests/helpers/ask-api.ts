import type { ErrorEnvelope } from 'earshot/contract';
import type { InjectOptions } from 'fastify';
import type { SharedApp, SignedIn } from './test-app.ts';

export interface Asked<Response> {
  status: number;
  /** The content of `response`. Undefined after a failure. */
  response: Response;
  /** The messages of a failure. */
  messages: string[];
}

export type AskApi = <Response = unknown>(
  request: `${'GET' | 'PUT' | 'POST' | 'DELETE'} ${string}`,
  who?: SignedIn | null,
  payload?: InjectOptions['payload'],
) => Promise<Asked<Response>>;

/** Asks the API of a test: `ask('GET /v2/shows', user)`. */
export function askApi(test: SharedApp): AskApi {
  return async <Response>(
    request: string,
    who: SignedIn | null = null,
    payload?: InjectOptions['payload'],
  ) => {
    const [method = '', path = ''] = request.split(' ');
    const answer = await test.app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers: { ...who?.headers },
      ...(payload === undefined ? {} : { payload }),
    });
    const body = answer.json<{ response: Response } & Partial<ErrorEnvelope>>();
    return {
      status: answer.statusCode,
      response: body.response,
      messages: body.error?.messages ?? [],
    };
  };
}
