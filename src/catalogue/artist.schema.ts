import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { Image } from './catalogue.types';
import type { Lookup } from './fetching/lookup';

/** An artist, shared by all users. */
@Schema({ collection: 'artists', versionKey: false, minimize: false })
export class Artist {
  _id: Types.ObjectId;

  /** The platform's id, or one made of the name: see nameId. */
  @Prop({ type: String, required: true })
  platform_id: string;

  @Prop({ type: String, default: '' })
  name: string;

  /** The name in the form that is compared: see matchKey in common/text. Whoever writes the name writes this. */
  @Prop({ type: String, default: '' })
  name_key: string;

  @Prop({ type: [String], default: [] })
  genres: string[];

  @Prop({ type: Number, default: 0 })
  popularity: number;

  @Prop({ type: Number, default: 0 })
  followers: number;

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  images: Image[];

  @Prop({ type: String, default: '' })
  external_url: string;

  @Prop({ type: Date, default: () => new Date() })
  fetched_at: Date;

  @Prop({ type: Date, default: () => new Date() })
  updated_at: Date;

  /** Known from an export file alone. What the platform tells overwrites it and clears this. */
  @Prop({ type: Boolean, default: false })
  stub: boolean;

  /** For a record made of names: the platform's id of the only artist of these names, once one is known. */
  @Prop({ type: String, default: null })
  same_as: string | null;

  /** When the platform is asked for this artist next; null for one made of names. */
  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  lookup: Lookup | null;
}

export const ArtistSchema = SchemaFactory.createForClass(Artist);

ArtistSchema.index({ platform_id: 1 }, { unique: true });
ArtistSchema.index({ name_key: 1 });
// Sparse: a record without an instant is in no backlog.
ArtistSchema.index({ 'lookup.due_at': 1 }, { sparse: true });
ArtistSchema.index({ genres: 1, platform_id: 1 }, { partialFilterExpression: { stub: false } });
