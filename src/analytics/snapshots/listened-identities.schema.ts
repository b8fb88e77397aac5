import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import type { ListenedPart } from './listened-parts';

/** Some of the tracks that a user has played, and whose they are. */
@Schema({ collection: 'listened_identities', versionKey: false })
export class ListenedIdentitiesPart implements ListenedPart {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  /** Whether the catalogue has ids of the artist and of the album of all of these. */
  @Prop({ type: Boolean, required: true })
  known: boolean;

  @Prop({ type: Number, required: true })
  part: number;

  /** What `packIdentities` has packed. */
  @Prop({ type: String, required: true })
  text: string;

  @Prop({ type: Number, default: 0 })
  revision: number;
}

export const ListenedIdentitiesPartSchema = SchemaFactory.createForClass(ListenedIdentitiesPart);

ListenedIdentitiesPartSchema.index({ user_id: 1, known: 1, part: 1 }, { unique: true });
