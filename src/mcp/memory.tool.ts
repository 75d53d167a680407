import { UseInterceptors, UsePipes } from "@nestjs/common";
import { McpController, Tool } from "@rekog/mcp-nest";

import {
  GetMemoryEntryRequest,
  ListMemoryEntriesRequest,
  MemoryService,
  RememberMemoryRequest,
  RetireMemoryEntryRequest,
  ReviseMemoryEntryRequest,
  SearchMemoryRequest,
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
} from "../memory/index.js";
import type { Wire } from "../platform/http/wire/wire.types.js";
import { ArgumentsPipe } from "./arguments.pipe.js";
import { ToolAnswers } from "./tool-answers.interceptor.js";
import { Arguments } from "./tool-call.js";
import type { ToolName } from "./tool-catalog.js";

/** What tools/list says of them is in the catalog; the library is told the name alone. */
const MemoryTool = (name: ToolName): MethodDecorator => Tool({ name });

/** The operations of Memory that agents are given. */
@McpController()
@UseInterceptors(ToolAnswers)
@UsePipes(new ArgumentsPipe())
export class MemoryTools {
  constructor(private readonly memory: MemoryService) {}

  @MemoryTool("search_memory")
  async search(@Arguments() body: SearchMemoryRequest): Promise<Wire<"SearchMemoryResponse">> {
    return toSearchResponse(await this.memory.search(toSearchQuery(body)));
  }

  @MemoryTool("list_memory_entries")
  async list(@Arguments() body: ListMemoryEntriesRequest): Promise<Wire<"ListMemoryEntriesResponse">> {
    return toListResponse(await this.memory.list(toListQuery(body)));
  }

  @MemoryTool("get_memory_entry")
  async get(@Arguments() body: GetMemoryEntryRequest): Promise<Wire<"MemoryEntry">> {
    return toMemoryEntry(await this.memory.get(toGetQuery(body)));
  }

  @MemoryTool("remember_memory")
  async remember(@Arguments() body: RememberMemoryRequest): Promise<Wire<"RememberMemoryResponse">> {
    return toMutationResponse(await this.memory.remember(toRememberCommand(body)));
  }

  @MemoryTool("revise_memory_entry")
  async revise(@Arguments() body: ReviseMemoryEntryRequest): Promise<Wire<"MemoryMutationResponse">> {
    return toMutationResponse(await this.memory.revise(toReviseCommand(body)));
  }

  @MemoryTool("retire_memory_entry")
  async retire(@Arguments() body: RetireMemoryEntryRequest): Promise<Wire<"MemoryMutationResponse">> {
    return toMutationResponse(await this.memory.retire(toRetireCommand(body)));
  }
}
