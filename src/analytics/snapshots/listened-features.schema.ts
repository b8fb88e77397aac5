import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type mongo, type Types } from 'mongoose';

/** Some of the tracks that a user has played: of those with audio features the features, of the others that they have none. */
@Schema({ collection: 'listened_features', versionKey: false })
export class ListenedFeaturesPart {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: Boolean, required: true })
  known: boolean;

  /** Counts the known and the unknown from 0 each. */
  @Prop({ type: Number, required: true })
  part: number;

  /** The tracks' platform ids, as the JSON text of a list. */
  @Prop({ type: String, required: true })
  track_ids: string;

  /** The features of the known, packed by `FeatureTable`; else empty. */
  @Prop({ type: MongooseSchema.Types.Buffer, required: true })
  features: mongo.Binary;

  /** The catalogue's revision of audio features when the unknown were unknown; 0 for the known, which stay as they are. */
  @Prop({ type: Number, default: 0 })
  revision: number;
}

export const ListenedFeaturesPartSchema = SchemaFactory.createForClass(ListenedFeaturesPart);

ListenedFeaturesPartSchema.index({ user_id: 1, known: 1, part: 1 }, { unique: true });
