import { Injectable } from '@nestjs/common';
import { CatalogueIdentities } from '../../catalogue/catalogue-identities.service';
import { CatalogueService } from '../../catalogue/catalogue.service';
import { imageUrlOf } from '../../catalogue/catalogue.types';
import { chunksOf } from '../../common/chunks';
import { unique } from '../../common/unique';
import type { ArtistFacts, CatalogueFacts } from '../figures/catalogue-facts';
import type { CountedAlbum, CountedItem, PeriodFigures } from '../figures/read-figures';

/** Records a round trip: decoding them takes a few milliseconds, in which nothing else is served. */
const CHUNK = 500;

const NO_FACTS: ArtistFacts = { image_url: '', genres: [] };

/** Reads from the catalogue what snapshots say about the things they count. */
@Injectable()
export class CatalogueReader {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly identities: CatalogueIdentities,
  ) {}

  /**
   * The facts of everything counted.
   * @param figures of periods that end together, shortest first: in the last one is what is in any other
   */
  async factsOf(figures: readonly PeriodFigures[]): Promise<CatalogueFacts> {
    const shownTracks = unique(figures.flatMap(({ topTracks }) => topTracks.map(({ key }) => key)));
    const [artists, albumImages, covers] = await Promise.all([
      this.artistFacts(figures.at(-1)?.artists ?? []),
      this.albumImages(figures.flatMap(({ topAlbums }) => topAlbums)),
      this.catalogue.findCovers(shownTracks),
    ]);
    return {
      artist: (artist) => artists.get(keyOf(artist)) ?? NO_FACTS,
      albumImage: (album) => albumImages.get(keyOfAlbum(album)) ?? '',
      trackImage: (platformId) => covers.get(platformId)?.album?.image_url ?? '',
    };
  }

  private async artistFacts(artists: readonly CountedItem[]): Promise<Map<string, ArtistFacts>> {
    const facts = new Map<string, ArtistFacts>();
    for (const chunk of chunksOf(artists, CHUNK)) {
      for (const [asked, artist] of await this.identities.findArtistFacts(chunk))
        facts.set(keyOf(asked), { image_url: imageUrlOf(artist), genres: artist.genres });
    }
    return facts;
  }

  private async albumImages(shown: readonly CountedAlbum[]): Promise<Map<string, string>> {
    // Most are shown in several periods.
    const albums = [...new Map(shown.map((album) => [keyOfAlbum(album), album])).values()];
    const images = new Map<string, string>();
    for (const [asked, album] of await this.identities.findAlbums(albums))
      images.set(keyOfAlbum(asked), imageUrlOf(album));
    return images;
  }
}

/** What is known by name alone has the same newest name in every period. */
function keyOf({ id, name }: CountedItem): string {
  return id === '' ? `\n${name}` : id;
}

function keyOfAlbum(album: CountedAlbum): string {
  return album.id === '' ? `${album.artist}\n${album.name}` : album.id;
}
