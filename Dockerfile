# syntax=docker/dockerfile:1
# One static binary on an empty image, as a user without rights. /data holds the matches.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /referee ./cmd/referee \
 && mkdir /empty

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /referee /referee
COPY --from=build --chown=nonroot:nonroot /empty /data
USER nonroot
ENV REFEREE_DB=/data/referee.db \
    REFEREE_DICE_KEY=/data/referee.key \
    REFEREE_PICTURES=/data/pictures \
    REFEREE_BACKUP_DIR=/data/backups \
    REFEREE_TABLE_LISTEN=0.0.0.0:8080
EXPOSE 8080
VOLUME /data
WORKDIR /data
ENTRYPOINT ["/referee"]
CMD ["table"]
