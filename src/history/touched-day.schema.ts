import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** Stands for all days of a history at once. */
export const EVERY_DAY = '*';

/**
 * A day of a user's history that has changed, or all of them. The mark is set before the plays are written, so that a crash in between
 * leaves a day marked in vain, never a changed day unmarked. Whoever has brought its figures up to date removes the
 * mark, unless its revision has risen meanwhile.
 */
@Schema({ collection: 'history_touched_days', versionKey: false })
export class TouchedDay {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  /** `YYYY-MM-DD` in UTC, or EVERY_DAY. In another zone a day's plays fall on this day and on one of its neighbours. */
  @Prop({ type: String, required: true })
  day: string;

  /** Rises by one with every change. */
  @Prop({ type: Number, required: true })
  revision: number;
}

export const TouchedDaySchema = SchemaFactory.createForClass(TouchedDay);

TouchedDaySchema.index({ user_id: 1, day: 1 }, { unique: true });
