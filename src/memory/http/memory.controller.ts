import { Body, Controller, HttpStatus, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiTags } from "@nestjs/swagger";

import { Operation } from "../../platform/http/dto/operation.decorator.js";
import { FlushService } from "../flush.service.js";
import { MemoryService } from "../memory.service.js";
import { FlushMemoryRequest, FlushMemoryResponse } from "./flush-memory.dto.js";
import { GetMemoryEntryRequest } from "./get-memory-entry.dto.js";
import { ListMemoryChangesRequest, ListMemoryChangesResponse } from "./list-memory-changes.dto.js";
import { ListMemoryEntriesRequest, ListMemoryEntriesResponse } from "./list-memory-entries.dto.js";
import { MemoryEntry } from "./memory-entry.dto.js";
import { MemoryMutationResponse } from "./memory-mutation.dto.js";
import {
  toChangesQuery,
  toChangesResponse,
  toFlushResponse,
  toFlushScope,
  toGetQuery,
  toListQuery,
  toListResponse,
  toMemoryEntry,
  toMutationResponse,
  toRememberCommand,
  toRetireCommand,
  toReviseCommand,
  toSearchQuery,
  toSearchResponse,
} from "./memory.mapper.js";
import { RememberMemoryRequest, RememberMemoryResponse } from "./remember-memory.dto.js";
import { RetireMemoryEntryRequest } from "./retire-memory-entry.dto.js";
import { ReviseMemoryEntryRequest } from "./revise-memory-entry.dto.js";
import { SearchMemoryRequest, SearchMemoryResponse } from "./search-memory.dto.js";

@ApiTags("memory")
@ApiBearerAuth()
@Controller("v1/memory")
export class MemoryController {
  constructor(
    private readonly memory: MemoryService,
    private readonly flushes: FlushService,
  ) {}

  @Post("flush")
  @Operation({ id: "flush_memory", status: HttpStatus.OK, answer: FlushMemoryResponse, waitsForModel: true })
  async flush(@Body() body: FlushMemoryRequest): Promise<FlushMemoryResponse> {
    return toFlushResponse(await this.flushes.flush(toFlushScope(body)));
  }

  @Post("remember")
  @Operation({ id: "remember_memory", status: HttpStatus.OK, answer: RememberMemoryResponse })
  async remember(@Body() body: RememberMemoryRequest): Promise<RememberMemoryResponse> {
    return toMutationResponse(await this.memory.remember(toRememberCommand(body)));
  }

  @Post("search")
  @Operation({ id: "search_memory", status: HttpStatus.OK, answer: SearchMemoryResponse })
  async search(@Body() body: SearchMemoryRequest): Promise<SearchMemoryResponse> {
    return toSearchResponse(await this.memory.search(toSearchQuery(body)));
  }

  @Post("entries/list")
  @Operation({ id: "list_memory_entries", status: HttpStatus.OK, answer: ListMemoryEntriesResponse })
  async list(@Body() body: ListMemoryEntriesRequest): Promise<ListMemoryEntriesResponse> {
    return toListResponse(await this.memory.list(toListQuery(body)));
  }

  @Post("entries/get")
  @Operation({ id: "get_memory_entry", status: HttpStatus.OK, answer: MemoryEntry })
  async get(@Body() body: GetMemoryEntryRequest): Promise<MemoryEntry> {
    return toMemoryEntry(await this.memory.get(toGetQuery(body)));
  }

  @Post("entries/revise")
  @Operation({ id: "revise_memory_entry", status: HttpStatus.OK, answer: MemoryMutationResponse })
  async revise(@Body() body: ReviseMemoryEntryRequest): Promise<MemoryMutationResponse> {
    return toMutationResponse(await this.memory.revise(toReviseCommand(body)));
  }

  @Post("entries/retire")
  @Operation({ id: "retire_memory_entry", status: HttpStatus.OK, answer: MemoryMutationResponse })
  async retire(@Body() body: RetireMemoryEntryRequest): Promise<MemoryMutationResponse> {
    return toMutationResponse(await this.memory.retire(toRetireCommand(body)));
  }

  @Post("changes")
  @Operation({ id: "list_memory_changes", status: HttpStatus.OK, answer: ListMemoryChangesResponse })
  async changes(@Body() body: ListMemoryChangesRequest): Promise<ListMemoryChangesResponse> {
    return toChangesResponse(await this.memory.changes(toChangesQuery(body)));
  }
}
