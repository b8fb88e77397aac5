import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** Stands for all days of a history at once. */
export const EVERY_DAY = '*';

/**
 * A day of a user's history, or all of them, and the revision of the history by which it last changed. It is written
 * before the plays are, so that a crash in between leaves a day that is looked at in vain, never one that is missed.
 */
@Schema({ collection: 'history_changed_days', versionKey: false })
export class ChangedDay {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  /** `YYYY-MM-DD` in UTC, or EVERY_DAY. In another zone a day's plays fall on this day and on one of its neighbours. */
  @Prop({ type: String, required: true })
  day: string;

  @Prop({ type: Number, required: true })
  revision: number;
}

export const ChangedDaySchema = SchemaFactory.createForClass(ChangedDay);

ChangedDaySchema.index({ user_id: 1, day: 1 }, { unique: true });
ChangedDaySchema.index({ user_id: 1, revision: 1 });
