import { Injectable } from '@nestjs/common';
import { chunksOf } from '../../common/chunks';
import { objectOf } from '../answer-reader';
import { listOf } from '../answers/fields';
import { EndpointClosed, PlatformRefused } from '../platform.errors';
import { type EndpointFamily, isRefusal } from './endpoint-families';
import { REFUSALS_OF_CLOSED } from './endpoint-states';
import { inParallel } from './in-parallel';
import { PlatformCalls } from './platform-calls';

const BATCHES_AT_ONCE = 2;
const SINGLES_AT_ONCE = 5;
/** The platform refuses a whole batch for one id of another form. */
const PLATFORM_ID = /^[0-9A-Za-z]{22}$/;

/** A kind of thing that can be read by its id. */
export interface ItemKind<Item> {
  /** `/v1/tracks`: batches lie there under `?ids=`, single ones under their id. */
  path: string;
  /** Where an answer to a batch keeps its list. */
  field: string;
  /** The batch read. */
  family: EndpointFamily;
  mostInBatch: number;
  /** Null for what is of no use. */
  read: (value: unknown) => Item | null;
}

/** Reads things by their ids: in batches where the platform lets this app, one by one otherwise. */
@Injectable()
export class ItemsById {
  constructor(private readonly calls: PlatformCalls) {}

  /** @returns those that there are, by the id asked for; ids that are not of the platform's form are not asked for */
  async get<Item extends KnownById>(kind: ItemKind<Item>, ids: readonly string[]): Promise<Map<string, Item>> {
    const asked = usefulIds(ids);
    try {
      return await this.inBatches(kind, asked);
    } catch (error) {
      if (!(error instanceof EndpointClosed || isRefusal(error))) throw error;
      return this.oneByOne(kind, asked);
    }
  }

  /**
   * The same in batches only.
   *
   * @throws EndpointClosed, and for a few ids that are refused also PlatformRefused or PlatformNotFound
   */
  async inBatches<Item extends KnownById>(kind: ItemKind<Item>, ids: readonly string[]): Promise<Map<string, Item>> {
    const { path, field, family, mostInBatch, read } = kind;
    const batches = [...chunksOf(usefulIds(ids), mostInBatch)];
    const answers = await inParallel(batches, BATCHES_AT_ONCE, (batch) =>
      this.calls.forAnyone({ path, query: { ids: batch.join(',') }, items: batch, family }),
    );
    const items = answers
      .flatMap((answer) => listOf(objectOf(answer, `the list of ${field}`), field))
      .map(read)
      .filter((item) => item !== null);
    return new Map(items.map((item) => [item.linkedFromId ?? item.platformId, item]));
  }

  /** Leaves out what is not there or is not given to this app. @throws PlatformRefused when that is more than theirs */
  private async oneByOne<Item>({ path, read }: ItemKind<Item>, ids: readonly string[]): Promise<Map<string, Item>> {
    const found = new Map<string, Item>();
    let refusedInARow = 0;
    await inParallel(ids, SINGLES_AT_ONCE, async (id) => {
      try {
        const item = read(await this.calls.forAnyone({ path: `${path}/${id}`, items: [id] }));
        refusedInARow = 0;
        if (item !== null) found.set(id, item);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refusedInARow = error instanceof PlatformRefused ? refusedInARow + 1 : 0;
        if (refusedInARow >= REFUSALS_OF_CLOSED) throw error;
      }
    });
    return found;
  }
}

interface KnownById {
  platformId: string;
  /** The id asked for, where another item was given in its place. */
  linkedFromId?: string | null;
}

function usefulIds(ids: readonly string[]): string[] {
  return [...new Set(ids)].filter((id) => PLATFORM_ID.test(id));
}
