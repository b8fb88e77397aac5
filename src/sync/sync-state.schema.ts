import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** How far the copying of one user's data has come. */
@Schema({ collection: 'sync_states', versionKey: false })
export class SyncState {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  /** End of the newest play that the recently-played feed has told. */
  @Prop({ type: Date, default: null })
  last_played_at: Date | null;

  /** Ends of the plays that the feed told at the last look: the next one passes over them. */
  @Prop({ type: [Date], default: [] })
  told_plays?: Date[];

  /** Ends of the plays that the feed dated in the future at the last look. */
  @Prop({ type: [Date], default: [] })
  future_plays?: Date[];

  /** Milliseconds between two looks at the feed. */
  @Prop({ type: Number, default: null })
  poll_interval_ms: number | null;

  /** When to look at the feed again, if that is sooner than the schedule would. */
  @Prop({ type: Date, default: null })
  next_poll_at: Date | null;

  /** When the playlists were last copied in full. */
  @Prop({ type: Date, default: null })
  playlists_at: Date | null;

  @Prop({ type: Date, default: null })
  top_items_at: Date | null;
}

export const SyncStateSchema = SchemaFactory.createForClass(SyncState);

SyncStateSchema.index({ user_id: 1 }, { unique: true });
SyncStateSchema.index({ next_poll_at: 1 }, { partialFilterExpression: { next_poll_at: { $type: 'date' } } });
