import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** A part of the sum of one user's earlier months, which is as long as the list of all that was ever played. */
@Schema({ collection: 'earlier_rollups', versionKey: false })
export class EarlierRollupPart {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  /** From 0. */
  @Prop({ type: Number, required: true })
  part: number;

  /** The number of parts. */
  @Prop({ type: Number, required: true })
  parts: number;

  /** The same in all parts that were written together. */
  @Prop({ type: String, required: true })
  written: string;

  /** The last of the months, `YYYY-MM`; the first is that of the first play. */
  @Prop({ type: String, required: true })
  through: string;

  /** This part of what `packTotals` packed. */
  @Prop({ type: String, required: true })
  text: string;
}

export const EarlierRollupPartSchema = SchemaFactory.createForClass(EarlierRollupPart);

EarlierRollupPartSchema.index({ user_id: 1, part: 1 }, { unique: true });
