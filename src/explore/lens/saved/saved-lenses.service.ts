import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isValidObjectId, type Model } from 'mongoose';
import { Conflict, NotFound } from '../../../common/errors/errors';
import { isDuplicateKey } from '../../../database/duplicate-key';
import { UsersService } from '../../../users/users.service';
import { parseParameters, readLensBody } from './read-lens-body';
import { SavedLens } from './saved-lens.schema';
import {
  type DeletedLensResponse,
  SavedLensBody,
  SavedLensChangesBody,
  type SavedLensesResponse,
  type SavedLensQuery,
  type SavedLensResponse,
  toSavedLensResponse,
} from './saved-lenses.dto';

const MOST_LENSES = 100;
const SLOTS = Array.from({ length: MOST_LENSES }, (_, slot) => slot);

/** Keeps the lenses that users have saved. */
@Injectable()
export class SavedLenses {
  constructor(
    @InjectModel(SavedLens.name) private readonly lenses: Model<SavedLens>,
    private readonly users: UsersService,
  ) {}

  async list(userId: string): Promise<SavedLensesResponse> {
    const lenses = await this.lenses.find({ user_id: userId }).sort({ name: 1 }).lean<SavedLens[]>();
    return { items: lenses.map(toSavedLensResponse), total: lenses.length };
  }

  /**
   * @throws InvalidRequest
   * @throws Conflict for a name that is taken, or if there are as many as there may be
   */
  async create(userId: string, body: unknown): Promise<SavedLensResponse> {
    const { name, query } = await readLensBody(body, SavedLensBody, await this.users.timezoneOf(userId));
    const now = new Date();
    for (;;) {
      const slot = await this.freeSlot(userId, name);
      try {
        const lens = { user_id: userId, name, query, slot, created_at: now, updated_at: now };
        return toSavedLensResponse((await this.lenses.create(lens)).toObject());
      } catch (error) {
        // Another request has taken the name or the slot meanwhile.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  /**
   * @throws InvalidRequest
   * @throws Conflict for a name that is taken
   * @throws NotFound for a lens that is not one of this user's
   */
  async change(userId: string, id: string, body: unknown): Promise<SavedLensResponse> {
    const changes = await readLensBody(body ?? {}, SavedLensChangesBody, await this.users.timezoneOf(userId));
    const lens = await this.find(userId, id);
    const { name = lens.name, query = lens.query } = changes;
    if (changes.name === undefined && changes.query === undefined) return toSavedLensResponse(lens);
    try {
      const changed = await this.lenses
        .findOneAndUpdate(
          { _id: lens._id, user_id: userId },
          { $set: { name, query, updated_at: new Date() } },
          { returnDocument: 'after' },
        )
        .lean<SavedLens>();
      if (changed === null) throw noSuchLens();
      return toSavedLensResponse(changed);
    } catch (error) {
      throw isDuplicateKey(error) ? nameTaken(name) : error;
    }
  }

  /** @throws NotFound for a lens that is not one of this user's */
  async remove(userId: string, id: string): Promise<DeletedLensResponse> {
    const { deletedCount } = isValidObjectId(id)
      ? await this.lenses.deleteOne({ _id: id, user_id: userId })
      : { deletedCount: 0 };
    if (deletedCount === 0) throw noSuchLens();
    return { status: 'deleted' };
  }

  /**
   * The parameters of a lens, as those of a request.
   * @throws NotFound for a lens that is not one of this user's
   */
  async queryOf(userId: string, id: string): Promise<SavedLensQuery> {
    return parseParameters((await this.find(userId, id)).query);
  }

  private async find(userId: string, id: string): Promise<SavedLens> {
    const lens = isValidObjectId(id) ? await this.lenses.findOne({ _id: id, user_id: userId }).lean<SavedLens>() : null;
    if (lens === null) throw noSuchLens();
    return lens;
  }

  /** Any of those that are free, so that requests at the same time seldom want the same one. */
  private async freeSlot(userId: string, name: string): Promise<number> {
    const lenses = await this.lenses
      .find({ user_id: userId })
      .select({ name: 1, slot: 1 })
      .lean<Pick<SavedLens, 'name' | 'slot'>[]>();
    if (lenses.some((lens) => lens.name === name)) throw nameTaken(name);
    const taken = new Set(lenses.map(({ slot }) => slot));
    const free = SLOTS.filter((slot) => !taken.has(slot));
    const slot = free[Math.floor(Math.random() * free.length)];
    if (slot === undefined)
      throw new Conflict(`You have ${MOST_LENSES} saved lenses, which is the most. Delete one first.`);
    return slot;
  }
}

const noSuchLens = (): NotFound => new NotFound('There is no saved lens with this id');
const nameTaken = (name: string): Conflict => new Conflict(`You have a saved lens named "${name}" already`);
