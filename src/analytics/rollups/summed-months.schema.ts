import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** Months in which no period begins: those of the last year before the last quarter, and all before that year. */
export const STRETCHES = ['within_year', 'before_year'] as const;
export type Stretch = (typeof STRETCHES)[number];

/** A part of the sum of a stretch of one user's months, which may be as long as the list of all that was ever played. */
@Schema({ collection: 'summed_months', versionKey: false })
export class SummedMonthsPart {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, enum: STRETCHES, required: true })
  stretch: Stretch;

  /** From 0. */
  @Prop({ type: Number, required: true })
  part: number;

  /** The number of parts. */
  @Prop({ type: Number, required: true })
  parts: number;

  /** The same in all parts that were written together. */
  @Prop({ type: String, required: true })
  written: string;

  /** The first of the months, `YYYY-MM`; empty for that of the first play. */
  @Prop({ type: String, default: '' })
  from: string;

  /** The month after the last of them. */
  @Prop({ type: String, required: true })
  before: string;

  /** This part of what `packTotals` packed. */
  @Prop({ type: String, required: true })
  text: string;
}

export const SummedMonthsPartSchema = SchemaFactory.createForClass(SummedMonthsPart);

SummedMonthsPartSchema.index({ user_id: 1, stretch: 1, part: 1 }, { unique: true });
