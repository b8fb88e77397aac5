import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { HistoryModule } from '../history/history.module';
import { UsersModule } from '../users/users.module';
import { CatalogueCopier } from './catalogue-copier.service';
import { Columns } from './columns.service';
import { ColumnsUserData } from './columns.user-data';
import { ColumnsFolder } from './columns-folder.service';
import { CopiedTables } from './copied-tables.service';
import { DuckDb } from './duckdb.service';
import { FileWriter } from './file-writer.service';
import { RecordReader } from './record-reader.service';
import { UserFiles } from './user-files.service';

/** Each user's plays as columns, in files of DuckDB that follow from the record. */
@Module({
  imports: [CatalogueModule, HistoryModule, UsersModule],
  providers: [
    CatalogueCopier,
    Columns,
    CopiedTables,
    ColumnsUserData,
    ColumnsFolder,
    DuckDb,
    FileWriter,
    RecordReader,
    UserFiles,
  ],
  exports: [Columns, ColumnsFolder],
})
export class ColumnsModule {}
