import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A user in whose history there are tracks known by name alone, and how far the search for them is. */
@Schema({ collection: 'history_unresolved', versionKey: false })
export class UnresolvedHistory {
  /** users._id */
  @Prop({ type: String, required: true })
  _id: string;

  /** When to go on. While somebody is at it, the time until which nobody else may be. */
  @Prop({ type: Date, required: true })
  due_at: Date;

  /** Rises with every change of the history: then the search begins anew. */
  @Prop({ type: Number, required: true })
  revision: number;

  /** The track id up to which this pass has come. */
  @Prop({ type: String, default: '' })
  after: string;

  /** Whether this pass has changed plays, so that figures must follow. */
  @Prop({ type: Boolean, default: false })
  changed: boolean;

  /** When the first of those tracks that this pass has not found can be searched for again. */
  @Prop({ type: Date, default: null })
  again_at: Date | null;
}

export const UnresolvedHistorySchema = SchemaFactory.createForClass(UnresolvedHistory);

UnresolvedHistorySchema.index({ due_at: 1 });
