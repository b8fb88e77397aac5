import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema } from 'mongoose';
import { CatalogueRecord, indexRecords } from './catalogue-record';
import type { Image } from './catalogue.types';

/** An artist, shared by all users. */
@Schema({ collection: 'artists', versionKey: false, minimize: false })
export class Artist extends CatalogueRecord {
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

  @Prop({ type: Date, default: () => new Date() })
  updated_at: Date;
}

export const ArtistSchema = SchemaFactory.createForClass(Artist);

indexRecords(ArtistSchema);
ArtistSchema.index({ name_key: 1 });
ArtistSchema.index({ genres: 1, platform_id: 1 }, { partialFilterExpression: { stub: false } });
