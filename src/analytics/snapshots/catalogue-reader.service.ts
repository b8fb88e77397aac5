import { Injectable } from '@nestjs/common';
import type { Album } from '../../catalogue/album.schema';
import type { Artist } from '../../catalogue/artist.schema';
import { imageUrlOf } from '../../catalogue/catalogue.types';
import { type AlbumName, CatalogueService } from '../../catalogue/catalogue.service';
import { nameId } from '../../catalogue/name-id';
import { chunksOf } from '../../common/chunks';
import type { AlbumFacts, ArtistFacts, CatalogueFacts } from '../figures/catalogue-facts';
import type { PeriodFigures } from '../figures/period-figures';
import type { Rankable } from '../figures/rankings';
import { ListenedFeatures } from './listened-features.service';

/** Records a round trip: decoding them takes a few milliseconds, in which nothing else is served. */
const CHUNK = 500;

/** Reads from the catalogue what snapshots say about the things they count. */
@Injectable()
export class CatalogueReader {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly features: ListenedFeatures,
  ) {}

  /**
   * The facts of everything counted.
   * @param figures of periods that end together, shortest first: the last one's contain all the others'
   */
  async factsOf(userId: string, figures: readonly PeriodFigures[]): Promise<CatalogueFacts> {
    const longest = figures.at(-1);
    const trackIds = longest?.counted.trackIds ?? [];
    const [artists, albums, images, features] = await Promise.all([
      this.artistFacts(longest?.counted.artists.map(({ name }) => name) ?? []),
      this.albumFacts(figures.flatMap(({ counted }) => counted.topAlbums)),
      this.catalogue.findCovers(unique(figures.flatMap(({ counted }) => counted.topTracks.map(({ key }) => key)))),
      this.features.featuresOf(userId, trackIds, longest?.period === 'all_time'),
    ]);
    return {
      artist: (name) => artists.get(name) ?? { platform_id: nameId(name), image_url: '', genres: [] },
      album: (name, artist) => albums.get(albumKey({ name, artist })) ?? unknownAlbum({ name, artist }),
      trackImage: (platformId) => images.get(platformId)?.album?.image_url ?? '',
      features,
    };
  }

  private async artistFacts(names: readonly string[]): Promise<Map<string, ArtistFacts>> {
    const facts = new Map<string, ArtistFacts>();
    for (const chunk of chunksOf(names, CHUNK)) {
      for (const [name, artist] of await this.catalogue.findArtistsByName(chunk))
        facts.set(name, toArtistFacts(artist));
    }
    return facts;
  }

  private async albumFacts(shown: readonly Rankable[]): Promise<Map<string, AlbumFacts>> {
    // Most are shown in several periods.
    const names = shown.map(({ name, key }): AlbumName => ({ name, artist: key }));
    const albums = [...new Map(names.map((name) => [albumKey(name), name])).values()];
    const facts = new Map<string, AlbumFacts>();
    for (const [name, album] of await this.catalogue.findAlbums(albums)) facts.set(albumKey(name), toAlbumFacts(album));
    return facts;
  }
}

function toArtistFacts(artist: Artist): ArtistFacts {
  return { platform_id: artist.platform_id, image_url: imageUrlOf(artist), genres: artist.genres };
}

function toAlbumFacts(album: Album): AlbumFacts {
  return { platform_id: album.platform_id, image_url: imageUrlOf(album) };
}

function unknownAlbum({ name, artist }: AlbumName): AlbumFacts {
  return { platform_id: nameId(artist, name), image_url: '' };
}

function albumKey({ name, artist }: AlbumName): string {
  return `${artist}\n${name}`;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
