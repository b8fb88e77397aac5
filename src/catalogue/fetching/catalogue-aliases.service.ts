import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { matchKey } from '../../common/text';
import { JOBS_CONNECTION } from '../../database/connections';
import { Album } from '../album.schema';
import { Artist } from '../artist.schema';
import { Track } from '../track.schema';
import { aliasesToChange, type NamedRecord } from './same-names';

/** Lets records that were made of names stand for the platform's records of the same names. */
@Injectable()
export class CatalogueAliases {
  constructor(
    @InjectModel(Track.name, JOBS_CONNECTION) private readonly tracks: Model<Track>,
    @InjectModel(Artist.name, JOBS_CONNECTION) private readonly artists: Model<Artist>,
    @InjectModel(Album.name, JOBS_CONNECTION) private readonly albums: Model<Album>,
  ) {}

  /** @param names of artists that the platform has just told of */
  ofArtists(names: readonly string[]): Promise<void> {
    return this.align<Artist>(this.artists, names, ({ name_key }) => name_key);
  }

  /** @param names of albums that the platform has just told of; albums are the same when their artists are, too */
  ofAlbums(names: readonly string[]): Promise<void> {
    return this.align<Album>(this.albums, names, ({ name_key, artist_key }) => `${artist_key}\n${name_key}`);
  }

  /** A track made of names, once a search has told which one it is. */
  async ofTrack(nameId: string, platformId: string): Promise<void> {
    await this.tracks.updateOne({ platform_id: nameId }, { $set: { same_as: platformId, search: null } });
  }

  private async align<Of extends NamedRecord & { name_key: string }>(
    { collection }: Pick<Model<Of>, 'collection'>,
    names: readonly string[],
    namesOf: (record: Of) => string,
  ): Promise<void> {
    if (names.length === 0) return;
    const rows = await collection.find({ name_key: { $in: [...new Set(names.map(matchKey))] } }).toArray();
    const groups = new Map<string, Of[]>();
    for (const row of rows as unknown as Of[]) groups.set(namesOf(row), [...(groups.get(namesOf(row)) ?? []), row]);
    const changes = [...groups.values()].flatMap(aliasesToChange);
    if (changes.length === 0) return;
    await collection.bulkWrite(
      changes.map(({ platform_id, same_as }) => ({
        updateOne: { filter: { platform_id }, update: { $set: { same_as } } },
      })),
      { ordered: false },
    );
  }
}
