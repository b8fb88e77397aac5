import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';

/** A lens that a user has saved under a name. */
@Schema({ collection: 'saved_lenses', versionKey: false, minimize: false })
export class SavedLens {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, required: true })
  name: string;

  /** Its parameters, as an address has them. */
  @Prop({ type: MongooseSchema.Types.Mixed, required: true })
  query: Record<string, string>;

  /** One of as many numbers as a user may have lenses, so that the index below bounds them. */
  @Prop({ type: Number, required: true })
  slot: number;

  @Prop({ type: Date, required: true })
  created_at: Date;

  @Prop({ type: Date, required: true })
  updated_at: Date;
}

export const SavedLensSchema = SchemaFactory.createForClass(SavedLens);

SavedLensSchema.index({ user_id: 1, name: 1 }, { unique: true });
SavedLensSchema.index({ user_id: 1, slot: 1 }, { unique: true });
