import { z } from "zod";
import { TOOLS } from "./tools";

/** The OpenAPI 3.1 document of the HTTP API, made from the same descriptions that check the requests. */
export function openApi(version: string): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Plumbline",
      version,
      description: "Search and cited answers over the open folders. Lines are 1-based and inclusive.",
    },
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    security: [{ bearer: [] }],
    paths: Object.fromEntries(TOOLS.map((tool) => [`/${tool.name}`, { post: operation(tool) }])),
  };
}

function operation({ name, title, description, input }: (typeof TOOLS)[number]) {
  const streams = name === "ask";
  return {
    operationId: name,
    summary: title,
    description: streams ? `${description} With "Accept: text/event-stream" it streams.` : description,
    requestBody: {
      required: true,
      content: { "application/json": { schema: z.toJSONSchema(input, { io: "input" }) } },
    },
    responses: {
      200: {
        description: "The result.",
        content: {
          "application/json": {},
          ...(streams ? { "text/event-stream": { example: "event: progress | answer | error" } } : {}),
        },
      },
      400: { description: "The request cannot be understood; the message says what to change." },
      401: { description: "The token is missing or wrong." },
      403: { description: "The request does not come from a program on this machine." },
      413: { description: "The body is too large." },
      429: { description: "Too many requests at once; try again after Retry-After seconds." },
      500: { description: "The engine failed; the message says why." },
    },
  };
}
