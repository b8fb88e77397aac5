import { ApiProperty } from '@nestjs/swagger';
import { COUNT, NULLABLE_DATE } from '../../common/openapi';
import type { EntryReport, FileReport, ImportReport, RecordCounts, SkipCounts } from './import-report';
import { ENTRY_STATES, type EntryState } from './reading/inspected-file';

class SkipCountsResponse implements SkipCounts {
  @ApiProperty({ ...COUNT, description: 'Episodes, audiobooks and records that name no track' })
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

class EntryReportResponse implements EntryReport {
  @ApiProperty({ description: 'As its archive has it; behind the name of that if it lies within the uploaded one' })
  name: string;

  @ApiProperty({ description: 'The uploaded archive that it lies in; empty for a file that is in none' })
  archive: string;

  @ApiProperty({ enum: ENTRY_STATES })
  state: EntryState;

  @ApiProperty({ description: 'What it is, why it is not read, or where it breaks off' })
  reason: string;

  @ApiProperty({ ...COUNT, description: 'Those of its records that have been dealt with' })
  records: number;
}

/** What became of the records of an import. */
export class ImportReportResponse extends RecordCountsResponse implements ImportReport {
  @ApiProperty(COUNT)
  files: number;

  @ApiProperty({ type: [FileReportResponse] })
  per_file: FileReportResponse[];

  @ApiProperty({ type: [EntryReportResponse], description: 'Every uploaded file, and every file in an archive' })
  entries: EntryReportResponse[];
}
