import { ApiProperty } from '@nestjs/swagger';
import { gt } from 'semver';
import { SERVICE_VERSION } from '../version';
import type { Release } from './release';

export class UpdateResponse {
  @ApiProperty({ example: '1.0.0' })
  current_version: string;

  @ApiProperty({ example: '1.1.0', description: 'The current version while no release is known' })
  latest_version: string;

  @ApiProperty({ description: 'By the precedence of Semantic Versioning 2' })
  update_available: boolean;

  @ApiProperty({ description: 'Page of the latest release; empty while none is known' })
  release_url: string;

  @ApiProperty({ description: 'What its makers say of the latest release' })
  release_notes: string;

  @ApiProperty({ type: Date, nullable: true })
  published_at: Date | null;
}

/** @param release the latest; null while none is known */
export function toUpdateResponse(release: Release | null, current = SERVICE_VERSION): UpdateResponse {
  return {
    current_version: current,
    latest_version: release?.version ?? current,
    update_available: release !== null && gt(release.version, current),
    release_url: release?.url ?? '',
    release_notes: release?.notes ?? '',
    published_at: release?.published_at ?? null,
  };
}
