import type { FastifyInstance } from 'fastify';
import { coverImage, escapeMarkup } from './catalogue/cover-image';
import type { World } from './world';

/** What a browser may fetch without a token: cover pictures, and the pages that `external_urls` lead to. */
export function publicPages(world: World) {
  return (app: FastifyInstance): void => {
    app.get<{ Params: { kind: string; id: string; file: string } }>('/images/:kind/:id/:file', (request, reply) => {
      const { kind, id, file } = request.params;
      const [, size = ''] = /^(\d{1,4})\.svg$/.exec(file) ?? [];
      if (size === '') return reply.code(404).send();
      return reply
        .header('content-type', 'image/svg+xml; charset=utf-8')
        .header('cache-control', 'public, max-age=86400')
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(coverImage(id, nameOf(world, kind, id) ?? '', Number(size)));
    });

    app.get<{ Params: { kind: string; id: string } }>('/open/:kind/:id', (request, reply) => {
      const { kind, id } = request.params;
      const name = escapeMarkup(nameOf(world, kind, id) ?? id);
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .send(
          `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title>` +
            `<p><img src="/images/${encodeURIComponent(kind)}/${encodeURIComponent(id)}/300.svg" alt="" width="300" height="300"></p>` +
            `<h1>${name}</h1><p>Invented by the sandbox platform; there is nothing to listen to here.</p></html>`,
        );
    });
  };
}

function nameOf({ listening: { catalogue }, roster }: World, kind: string, id: string): string | undefined {
  switch (kind) {
    case 'artist':
      return catalogue.artistById.get(id)?.name;
    case 'album':
      return catalogue.albumById.get(id)?.name;
    case 'track':
      return catalogue.trackById.get(id)?.name;
    case 'user':
    case 'listener':
      return roster.find(id)?.displayName;
    default:
      return undefined;
  }
}
