import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../common/authentication';
import { UpdateCheckService } from './update-check.service';
import { UpdateResponse } from './update.dto';

@Public()
@ApiTags('health')
@Controller('api/health')
export class UpdateController {
  constructor(private readonly updates: UpdateCheckService) {}

  @Get('update')
  @ApiOperation({ summary: 'Whether a newer release exists', description: 'Looked up at most once an hour.' })
  @ApiOkResponse({ type: UpdateResponse })
  update(): Promise<UpdateResponse> {
    return this.updates.update();
  }
}
