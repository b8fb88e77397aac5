import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Types } from 'mongoose';

/** A place in a user's plays by time: so many of them ended at this instant or before. */
export interface Landmark {
  n: number;
  played_at: Date;
}

/**
 * The state of one user's history: by which revisions it has changed, who may write it, and how many plays it has. Each
 * holder of the right to write makes a revision: it begins when the right is taken, and is settled when that is given back,
 * if anything has changed by it.
 */
@Schema({ collection: 'history_states', versionKey: false })
export class HistoryState {
  /** users._id */
  @Prop({ type: String, required: true })
  _id: string;

  /** The newest revision that has begun. */
  @Prop({ type: Number, default: 0 })
  begun: number;

  /** All changes by this revision and those before it are stored. */
  @Prop({ type: Number, default: 0 })
  settled: number;

  /** Who may write; null when it was given back, with what is known of the history. */
  @Prop({ type: Object, default: null })
  holder: Types.ObjectId | null;

  @Prop({ type: Date, required: true })
  expires_at: Date;

  /** Somebody else waits for it. */
  @Prop({ type: Boolean })
  wanted?: boolean;

  /** The user's plays; while somebody holds the lease, those before what is being written. Absent when it is not known. */
  @Prop({ type: Number })
  plays?: number;

  /** Some places in the history, oldest first; right when `plays` is known and nobody holds the lease. */
  @Prop({ type: [MongooseSchema.Types.Mixed], default: undefined })
  landmarks?: Landmark[];

  /** Another one each time that it was given back with `plays`: until then, whoever counted plays has counted these. */
  @Prop({ type: Object })
  revision?: Types.ObjectId;

  /** When somebody may have written beside a holder, so that no count from then is right for sure. */
  @Prop({ type: Date })
  disturbed_at?: Date;
}

export const HistoryStateSchema = SchemaFactory.createForClass(HistoryState);

/** How long a lease lasts when it is not renewed. */
export const LEASE_MS = 15_000;
