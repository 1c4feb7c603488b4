import type { NotesLink } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { type IsSame, Success } from '../../platform/http/schemas.ts';
import { processLinks } from './links.ts';

const NOTES_MAX = 200_000; // characters

const LinkSchema = Type.Object({ url: Type.String(), title: Type.String() });
true satisfies IsSame<Static<typeof LinkSchema>, NotesLink>;

/** A preview of notes for editors. */
export const linkRoutes: Feature = async (app, { config }) => {
  app.post(apiPath('process_links', config), {
    config: { action: 'notes.process' },
    schema: {
      summary: 'Sanitises notes and finds the links in them',
      body: Type.Object({ description: Type.String({ maxLength: NOTES_MAX }) }),
      response: Success(Type.Object({ description: Type.String(), links: Type.Array(LinkSchema) })),
    },
    handler: async ({ body }) => ({ response: processLinks(body.description) }),
  });
};
