import { createHash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable, of } from 'rxjs';
import { CatalogueRevisions } from '../catalogue/catalogue-revisions.service';
import { InvalidRequest } from '../common/errors/errors';
import { namesTag, weakTag } from '../common/entity-tags';
import { ContractValidationPipe } from '../common/validation/contract-validation.pipe';
import { HistoryLeases } from '../history/writing/history-leases.service';
import { Explorer } from './explorer.service';
import { toLensResponse } from './lens/lens.dto';
import { LensQuery } from './lens/lens.query';

/**
 * Gives responses an entity tag over everything that they follow from, so that whoever has one already is sent a 304
 * before any play is read.
 */
@Injectable()
export class ConditionalInterceptor implements NestInterceptor {
  private readonly pipe = new ContractValidationPipe();

  constructor(
    private readonly explorer: Explorer,
    private readonly histories: HistoryLeases,
    private readonly catalogue: CatalogueRevisions,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const userId = request.session?.userId;
    const metatype = queryOf(context);
    if (userId === undefined || metatype === undefined) return next.handle();
    const query = await this.validated(request, metatype);
    // The pipe says what is wrong with it, together with what is wrong with the path.
    if (query === null) return next.handle();
    const tag = weakTag(await this.digest(userId, request, query));
    const tagged = (body: unknown): unknown => {
      void http.getResponse<FastifyReply>().header('etag', tag);
      return body;
    };
    // The hook that sends 304 for tags that are named sends no body.
    if (namesTag(request.headers['if-none-match'], tag) && !mayBeNothing(request)) return of(tagged({}));
    return next.handle().pipe(map(tagged));
  }

  private async validated(request: FastifyRequest, metatype: typeof LensQuery): Promise<LensQuery | null> {
    try {
      return (await this.pipe.transform(request.query, { type: 'query', metatype })) as LensQuery;
    } catch (error) {
      if (error instanceof InvalidRequest) return null;
      throw error;
    }
  }

  /** Of what is read before the plays are: what is written meanwhile has later revisions. */
  private async digest(userId: string, request: FastifyRequest, query: LensQuery): Promise<string> {
    const [lens, history, catalogue] = await Promise.all([
      this.explorer.resolve(userId, query),
      this.histories.settled(userId),
      this.catalogue.current(),
    ]);
    const path = request.url.split('?', 1);
    const ofLens = new Set(Object.keys(toLensResponse(lens)));
    const own = Object.entries(query).filter(([name]) => !ofLens.has(name) && !SECOND_NAMES.has(name));
    const state = [userId, history, catalogue, lens.today, path, toLensResponse(lens), own.sort()];
    return createHash('sha256').update(JSON.stringify(state)).digest('base64url');
  }
}

/** `*` stands for any response; whether there is one of a single item, its handler says. */
function mayBeNothing({ headers, params }: FastifyRequest): boolean {
  return headers['if-none-match']?.trim() === '*' && Object.keys(params ?? {}).length > 0;
}

const SECOND_NAMES = new Set(['artist_id', 'track_id', 'not_artist_id', 'not_track_id']);

/** The DTO of a handler's query, if it is asked through a lens. */
function queryOf(context: ExecutionContext): typeof LensQuery | undefined {
  const prototype = context.getClass().prototype as object;
  const types = Reflect.getMetadata('design:paramtypes', prototype, context.getHandler().name) as unknown[] | undefined;
  return types?.find((type): type is typeof LensQuery => {
    return typeof type === 'function' && (type === LensQuery || type.prototype instanceof LensQuery);
  });
}
