import { ApiProperty } from '@nestjs/swagger';
import { COUNT, NULLABLE_DATE } from '../../common/openapi';
import type { FileReport, ImportReport, RecordCounts, SkipCounts } from './import-report';

class SkipCountsResponse implements SkipCounts {
  @ApiProperty({ ...COUNT, description: 'Episodes, audiobooks and records without a name' })
  not_a_track: number;

  @ApiProperty({ ...COUNT, description: 'Played for 0 ms' })
  not_played: number;

  @ApiProperty({ ...COUNT, description: 'Unreadable, too long, or with a date that cannot be' })
  invalid: number;

  @ApiProperty({ ...COUNT, description: 'Known already' })
  duplicate: number;
}

class RecordCountsResponse implements RecordCounts {
  @ApiProperty({ ...COUNT, description: 'Records read: those stored, merged and skipped' })
  records: number;

  @ApiProperty(COUNT)
  stored: number;

  @ApiProperty({ ...COUNT, description: 'Plays that another source had told of' })
  merged: number;

  @ApiProperty({
    ...COUNT,
    description: 'Plays that a record has shown to be one with others: the history gains `stored` less these',
  })
  joined: number;

  @ApiProperty()
  skipped: SkipCountsResponse;

  @ApiProperty({ ...NULLABLE_DATE, description: 'Of the records stored or merged' })
  first_played_at: Date | null;

  @ApiProperty(NULLABLE_DATE)
  last_played_at: Date | null;
}

class FileReportResponse extends RecordCountsResponse implements FileReport {
  @ApiProperty()
  file: string;
}

/** What became of the records of an import. */
export class ImportReportResponse extends RecordCountsResponse implements ImportReport {
  @ApiProperty(COUNT)
  files: number;

  @ApiProperty({ type: [FileReportResponse] })
  per_file: FileReportResponse[];
}
