import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ControlError } from '../control-error';
import { listenerCalled } from '../faults/control.routes';
import type { World } from '../world';
import { ARCHIVE_NAME, exportArchive } from './export-archive';
import { exportAsOneArray, exportFiles, type ExportFormat } from './export-files';
import { planExport } from './export-plan';

const MOST_PLAYS = 5_000_000;
const USUAL_PLAYS = 20_000;

interface ExportQuery {
  user?: string;
  plays?: string;
  format?: string;
  zip?: string;
}

/** Exports of a listener's past, as the platform mails them. */
export function exportRoutes(world: World) {
  return (app: FastifyInstance): void => {
    app.get<{ Querystring: ExportQuery }>('/sandbox/export', async (request, reply) => {
      const { user = 'mira', plays = String(USUAL_PLAYS), zip } = request.query;
      const listener = listenerCalled(world, user);
      const format = parseFormat(request.query.format);
      const plan = await planExport(world.listening, listener, parsePlays(plays), world.clock.now());
      if (zip === '1') {
        return reply
          .header('content-type', 'application/zip')
          .header('content-disposition', `attachment; filename="${ARCHIVE_NAME}"`)
          .send(exportArchive(exportFiles(plan, listener, format), format));
      }
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(Readable.from(exportAsOneArray(plan, listener, format)));
    });
  };
}

/** The export format of this name. @throws ControlError for any other */
export function parseFormat(format = 'extended'): ExportFormat {
  if (format !== 'extended' && format !== 'account') throw new ControlError('format must be extended or account.');
  return format;
}

/** The number of plays asked for. @throws ControlError when it is none, or too many */
export function parsePlays(text: string): number {
  const plays = /^\d+$/.test(text) ? Number(text) : 0;
  if (plays < 1 || plays > MOST_PLAYS) throw new ControlError(`plays must be a whole number from 1 to ${MOST_PLAYS}.`);
  return plays;
}
