import { Controller, Delete, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../../common/authentication';
import { ApiErrors } from '../../common/openapi';
import { DeletionQuery, DeletionResponse } from './deletion.dto';
import { HistoryDeletions } from './history-deletions.service';

@ApiTags('history')
@Controller('api/v1/history')
export class DeletionController {
  constructor(private readonly deletions: HistoryDeletions) {}

  @Delete()
  @ApiOperation({
    summary: 'Delete the plays that a list with the same filters would show',
    description:
      'All of them, on every page. Without a filter nothing is deleted, unless `all` is true. The deletion runs in the ' +
      'background, after the imports that are under way; it can be cancelled as any job.',
  })
  @ApiOkResponse({ type: DeletionResponse })
  deleteMatching(@CurrentUser() user: Session, @Query() query: DeletionQuery): Promise<DeletionResponse> {
    return this.deletions.deleteMatching(user.userId, query);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a play', description: 'It is gone at once; your figures follow with the job.' })
  @ApiOkResponse({ type: DeletionResponse })
  @ApiErrors({ 404: 'There is no such play of yours' })
  deleteOne(@CurrentUser() user: Session, @Param('id') id: string): Promise<DeletionResponse> {
    return this.deletions.deleteOne(user.userId, id);
  }
}
